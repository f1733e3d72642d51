cimport cython
from ... cimport bits
from .. cimport jumping
from ..board cimport grown, surrounded

cdef int _PIECE
cdef int _STACK
cdef int _MOVE
cdef int _ON_ENEMY
cdef int _ON_DVONN
cdef int _NEAR

@cython.locals(
    stacks="tuple",
    occupied="unsigned long long",
    dvonn="unsigned long long",
    white="unsigned long long",
    black="unsigned long long",
)
cpdef int value(tuple fields)

@cython.locals(
    free="unsigned long long",
    waiting="unsigned long long",
    lowest="unsigned long long",
    ends="unsigned long long",
    cell="int",
    height="int",
    total="int",
)
cdef int _activity(
    tuple stacks,
    unsigned long long own,
    unsigned long long enemies,
    unsigned long long occupied,
    unsigned long long dvonn,
)
