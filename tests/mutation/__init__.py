"""Mutation testing of the law and the arithmetic: python -m tests.mutation; read
docs/proofs/mutation.md.
"""
