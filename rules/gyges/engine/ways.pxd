cimport cython

cdef int _FIRST[8192]
cdef int _LAST[8192]
cdef unsigned long long _PASSED[1024]
cdef unsigned long long _DIVISOR[1024]
cdef int _PLACE[1024]
cdef unsigned long long _ENDS[32768]
cdef unsigned long long _GOALS[32]
cdef int _ENTRIES[32]

@cython.locals(ends="unsigned long long", fan="int")
cpdef unsigned long long ends_of(int kind, unsigned long long blocking)
cpdef int kind_of(int side, int size, int slot)
cpdef unsigned long long goal_of(int side)
cpdef int entry_of(int side)
