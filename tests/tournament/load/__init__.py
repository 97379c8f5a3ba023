"""The product under the load of an evening: officials who save and viewers who look, over real
sockets.
"""
