cimport cython
from ... cimport bits
from . cimport ways

cdef unsigned long long _LOWER
cdef unsigned long long _UPPER
cdef unsigned long long _BOARD
cdef unsigned long long _ROWS[6]
cdef int _BOUNCE
cdef int _END
cdef int _WAY_HOME
cdef int _GOAL

@cython.locals(odd="unsigned long long", far="unsigned long long")
cpdef int lead(int side, unsigned long long lower, unsigned long long upper, int off)

@cython.locals(ends="unsigned long long")
cpdef bint may_reach_goal(int side, unsigned long long lower, unsigned long long upper, int off)

cdef unsigned long long odd_sizes(unsigned long long lower, unsigned long long upper)

cdef unsigned long long far_sizes(unsigned long long lower, unsigned long long upper)

@cython.locals(ends="unsigned long long", standing="unsigned long long")
cdef int _worth(int side, unsigned long long odd, unsigned long long far, int off)

@cython.locals(
    standing="unsigned long long",
    blocking="unsigned long long",
    ends="unsigned long long",
    seen="unsigned long long",
    waiting="unsigned long long",
    lowest="unsigned long long",
    unseen="unsigned long long",
    slot="int",
    size="int",
)
cdef unsigned long long reach(int side, unsigned long long odd, unsigned long long far, int off)

@cython.locals(ends="unsigned long long", entry="int", size="int")
cdef unsigned long long _entering(int side, unsigned long long standing, int off)

@cython.locals(found="unsigned long long", row="int")
cdef unsigned long long _shore(int side, unsigned long long standing)
