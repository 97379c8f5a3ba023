"""The maximum-weight matching behind the Swiss pairings: a graph library, kept out of the pure
core.

A file of its own, as the tests of the core take it without Django.
"""

from collections.abc import Collection, Sequence

from scoring.pairing.swiss import Edge


def heaviest(edges: Sequence[Edge]) -> Collection[tuple[str, str]]:
    """The pairs of a matching with the most pairs and, of those, the most weight (Edmonds' blossom
    algorithm).
    """
    import networkx  # noqa: PLC0415 -- takes longer to load than most pages to make

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    pairs: set[tuple[str, str]] = networkx.max_weight_matching(graph, maxcardinality=True)
    return pairs
