cimport cython
from .. cimport bits
from .board cimport grown, surrounded

cdef int HEIGHTS
cdef unsigned long long LANDINGS[3000]
cdef unsigned long long _ONE

@cython.locals(waiting="unsigned long long", lowest="unsigned long long", cell="int")
cpdef bint can_jump(tuple stacks, unsigned long long own, unsigned long long occupied)

@cython.locals(
    stacks="tuple",
    occupied="unsigned long long",
    dvonn="unsigned long long",
    white="unsigned long long",
    black="unsigned long long",
    laid="list",
    left="unsigned long long",
    reached="unsigned long long",
    standing="unsigned long long",
    reds="unsigned long long",
    linked="unsigned long long",
    lost="unsigned long long",
    whites="unsigned long long",
    blacks="unsigned long long",
    cell="int",
)
cpdef tuple jumped(tuple fields, int origin, int destination)

@cython.locals(found="unsigned long long", more="unsigned long long")
cdef unsigned long long _linked(unsigned long long occupied, unsigned long long dvonn)
