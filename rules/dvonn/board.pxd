cimport cython

cdef int _UP

@cython.locals(right="unsigned long long", left="unsigned long long")
cpdef unsigned long long grown(unsigned long long cells)

@cython.locals(right="unsigned long long", left="unsigned long long")
cpdef unsigned long long surrounded(unsigned long long cells)
