"""Names in lists: the surname found, the rest kept, and the order of British lists."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.names import (
    folded,
    list_order,
    listed_name,
    sort_name,
    turned,
    without_letters,
)

WORDS = (
    "Ann JP Barker SMITH van Van der de la Mare O' O’Wherry St John- John Łucja 李 伟 Dr Sir Lt Col"
    " Major Dean Past Master OBE KC MA Bart Esq. FGS FRCPath (Mrs) (née née y - of and & , ,"
    " McDonald MacLeod Ng Lord ) von und zu Revd"
)
NAMES = (
    st.lists(st.sampled_from(sorted(set(WORDS.split()))), max_size=9).map(" ".join)
    | st.text(max_size=40)
    | st.text("Aa ,().-李́O’'", max_size=20)
)


@pytest.mark.parametrize(
    ("printed", "listed", "sorted_by"),
    [
        ("Ann Carver", "Carver, Ann", "Carver, Ann"),
        ("Charles Barker", "Barker, Charles", "Barker, Charles"),
        ("JANE BARKER", "BARKER, JANE", "BARKER, JANE"),
        ("Sir", "Sir", "Sir"),
        ("", "", ""),
        (" , ", ",", ","),
        # Titles and offices stand before the given name and sort nobody.
        (
            "The Revd Wilfred Bramblehurst",
            "Bramblehurst, The Revd Wilfred",
            "Bramblehurst, Wilfred",
        ),
        ("Lt Col Tomás Mossgarth", "Mossgarth, Lt Col Tomás", "Mossgarth, Tomás"),
        ("Lt-Col. Tomás Mossgarth", "Mossgarth, Lt-Col. Tomás", "Mossgarth, Tomás"),
        ("Past Master Sir George Fox CBE", "Fox, Past Master Sir George CBE", "Fox, George"),
        ("Master Ann Fox", "Fox, Master Ann", "Fox, Ann"),
        ("Alderman Dr Ann Fox", "Fox, Alderman Dr Ann", "Fox, Ann"),
        ("Revd Canon Jane Hedges", "Hedges, Revd Canon Jane", "Hedges, Jane"),
        ("Mr & Mrs John Smith", "Smith, Mr & Mrs John", "Smith, John"),
        ("His Honour Judge Simon Brown KC", "Brown, His Honour Judge Simon KC", "Brown, Simon"),
        (
            "The Rt Hon the Lord Mayor Ann Lyons",
            "Lyons, The Rt Hon the Lord Mayor Ann",
            "Lyons, Ann",
        ),
        ("Brigadier (Retd) James Ellery", "Ellery, Brigadier (Retd) James", "Ellery, James"),
        ("Jon Lord", "Lord, Jon", "Lord, Jon"),
        ("Major John Major", "Major, Major John", "Major, John"),
        ("Dame Judith", "Judith, Dame", "Judith"),
        # Letters after the name are no surname.
        ("Lt Col J. P. Smith OBE", "Smith, Lt Col J. P. OBE", "Smith, J. P."),
        ("Sir John Smith KC", "Smith, Sir John KC", "Smith, John"),
        ("John Smith QC MBE JP DL", "Smith, John QC MBE JP DL", "Smith, John"),
        ("John Smith O.B.E.", "Smith, John O.B.E.", "Smith, John"),
        ("JOHN SMITH OBE", "SMITH, JOHN OBE", "SMITH, JOHN"),
        ("Ann Fox FRCS PhD", "Fox, Ann FRCS PhD", "Fox, Ann"),
        ("Ann Fox MA TD RN", "Fox, Ann MA TD RN", "Fox, Ann"),
        ("Ann Fox FRCPath FGHT", "Fox, Ann FRCPath FGHT", "Fox, Ann"),
        ("Sir William Mahon, Bt, LVO", "Mahon, Sir William Bt LVO", "Mahon, William"),
        ("Charles Barker Esq.", "Barker, Charles Esq.", "Barker, Charles"),
        ("Martin King Jr", "King, Martin Jr", "King, Martin"),
        ("Henry Jones III", "Jones, Henry III", "Jones, Henry"),
        (
            "Dr Ulysses O’Wherry-Núñez, OBE",
            "O’Wherry-Núñez, Dr Ulysses OBE",
            "O’Wherry-Núñez, Ulysses",
        ),
        ("Yo-Yo Ma", "Ma, Yo-Yo", "Ma, Yo-Yo"),
        ("YO-YO MA", "MA, YO-YO", "MA, YO-YO"),
        ("JP Smith", "Smith, JP", "Smith, JP"),
        ("Lionel Bart", "Bart, Lionel", "Bart, Lionel"),
        ("Mary Ann LEE", "LEE, Mary Ann", "LEE, Mary Ann"),
        # Brackets and former names.
        ("Mary Smith (Mrs)", "Smith, Mary (Mrs)", "Smith, Mary"),
        ("Mary (Polly) Smith", "Smith, Mary (Polly)", "Smith, Mary"),
        ("Mary Smith née Brown", "Smith, Mary née Brown", "Smith, Mary"),
        ("(Mrs)", "(Mrs)", "(Mrs)"),
        # Particles, hyphens and joined surnames.
        ("Jan van der Meer", "van der Meer, Jan", "van der Meer, Jan"),
        ("van der Meer", "van der Meer", "van der Meer"),
        ("Walter de la Mare", "de la Mare, Walter", "de la Mare, Walter"),
        ("Robert De Niro", "De Niro, Robert", "De Niro, Robert"),
        ("Mr De Niro", "De Niro, Mr", "De Niro"),
        ("Mohammed Al Fayed", "Al Fayed, Mohammed", "Al Fayed, Mohammed"),
        ("Ludwig von und zu Stein", "von und zu Stein, Ludwig", "von und zu Stein, Ludwig"),
        ("Van Morrison", "Morrison, Van", "Morrison, Van"),
        ("Al Gore", "Gore, Al", "Gore, Al"),
        ("Peter O' Brien", "O' Brien, Peter", "O' Brien, Peter"),
        ("Oliver St John", "St John, Oliver", "St John, Oliver"),
        ("Norman St John-Stevas", "St John-Stevas, Norman", "St John-Stevas, Norman"),
        ("St John Philby", "Philby, St John", "Philby, St John"),
        ("Patrick Mac Donald", "Mac Donald, Patrick", "Mac Donald, Patrick"),
        ("Jane Smith - Jones", "Smith - Jones, Jane", "Smith - Jones, Jane"),
        ("José Ortega y Gasset", "Ortega y Gasset, José", "Ortega y Gasset, José"),
        ("Lord Smith of Upper Clapton", "Smith of Upper Clapton, Lord", "Smith of Upper Clapton"),
        ("The Earl of Derby", "Derby, The Earl of", "Derby"),
        # A comma tells the surname, unless only letters follow it.
        ("Smith, Sir John KC", "Smith, Sir John KC", "Smith, John"),
        ("Lloyd George, David", "Lloyd George, David", "Lloyd George, David"),
        ("Smith, JP", "Smith, JP", "Smith, JP"),
        ("Ann Carver, JP", "Carver, Ann JP", "Carver, Ann"),
        # Scripts without capitals stay as written.
        ("李 伟", "李 伟", "李 伟"),
        ("Dr 李 伟", "李 伟, Dr", "李 伟"),
        ("Łucja Ćwikła", "Ćwikła, Łucja", "Ćwikła, Łucja"),
    ],
)
def test_a_printed_name_is_listed_by_its_surname(printed: str, listed: str, sorted_by: str) -> None:
    found = listed_name(printed)
    assert (str(found), found.sort_name) == (listed, sorted_by)


@pytest.mark.parametrize(
    ("printed", "said", "surname", "listed", "sorted_by"),
    [
        ("Nagy Ferenc", "Nagy", "", "Nagy, Ferenc", "Nagy, Ferenc"),
        ("Dr Nagy Ferenc OBE", "", "nagy", "Nagy, Dr Ferenc OBE", "Nagy, Ferenc"),
        ("Nagy Ferenc", "Nagy, Ferenc", "", "Nagy, Ferenc", "Nagy, Ferenc"),
        ("Li Wei", "Li", "", "Li, Wei", "Li, Wei"),
        ("李伟", "李", "", "李, 伟", "李, 伟"),
        ("李 伟", "", "李", "李, 伟", "李, 伟"),
        (
            "Ralph Vaughan Williams",
            "",
            "Vaughan Williams",
            "Vaughan Williams, Ralph",
            "Vaughan Williams, Ralph",
        ),
        ("Ravi KC", "KC, Ravi", "", "KC, Ravi", "KC, Ravi"),
        ("Siân Zouche", "Zouche Siân", "", "Zouche, Siân", "Zouche Siân"),
        ("Ann Carver", "Zebra", "", "Ann Carver", "Zebra"),
        ("Guest 1", "Guest 001", "", "Guest 1", "Guest 001"),
        ("Ann Carver", "", "Nobody", "Carver, Ann", "Carver, Ann"),
    ],
)
def test_what_the_name_cannot_say_is_told(
    printed: str, said: str, surname: str, listed: str, sorted_by: str
) -> None:
    found = listed_name(printed, said, surname)
    assert (str(found), found.sort_name) == (listed, sorted_by)


def test_lists_are_in_the_order_of_british_lists() -> None:
    ordered = [
        "Ćwikła, Łucja",
        "de la Mare, Walter",
        "Łabędź, Ewa",
        "Lanternby, Ignatius",
        "McDonald, Fiona",
        "Mac Donald, Patrick",
        "Machin, Ann",
        "Mossgarth, J. P.",
        "Mossgarth, Tomás",
        "Oakenshaw-Pyne, Dorothea",
        "Orchardley, Rosalind",
        "O’Wherry, Zoë",
        "Owls, Ann",
        "Sacks, Ann",
        "St John, Oliver",
        "Salter, Ann",
        "Smith",
        "Smith, Ann",
        "Smith, Ann Zoë",
        "Smith, Anna",
        "Smithson, Ann",
        "Steed, Ann",
        "van der Berg, Jan",
        "Vandyke, Ann",
        "von Trapp, Maria",
        "李 伟",
    ]
    mixed = [*ordered[1::2], *ordered[::2]]
    assert sorted(mixed, key=list_order) == ordered
    assert [listed_name("x y", one).initial for one in ordered[:3]] == ["C", "D", "L"]


def test_names_are_folded_for_comparing() -> None:
    assert folded("Łucja Ćwikła-Ørsted’s") == "lucja cwikla-orsted's"


@given(NAMES)
def test_no_character_of_a_name_is_lost(name: str) -> None:
    found = listed_name(name)
    assert characters(str(found)) == characters(name)


@given(NAMES, NAMES, NAMES)
def test_nor_where_somebody_told_the_surname(name: str, said: str, surname: str) -> None:
    found = listed_name(name, said, surname)
    assert characters(str(found)) == characters(name)
    assert isinstance(found.order, tuple)
    assert len(found.initial) <= 2


@given(NAMES)
def test_the_sort_name_of_a_sort_name_is_the_same(name: str) -> None:
    once = sort_name(name)
    assert sort_name(once) == once


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("van der Berg, Ann", "Ann van der Berg"),
        ("Fox, John OBE", "John Fox OBE"),
        ("Ann Oak", ""),
        ("Fox,", ""),
        (", Ann", ""),
        ("Fox, Ann, Grocers", ""),
        ("Ann Oak, Grocers", ""),
        ("John Fox, OBE", ""),
        ("Lord Smith, Ann", ""),
        ("Fox JP, Ann", ""),
        ("(Fox), Ann", ""),
    ],
)
def test_a_name_written_surname_first_is_turned_and_no_other(printed: str, read: str) -> None:
    assert turned(printed) == read


@pytest.mark.parametrize(
    ("surname", "apart"),
    [
        ("Marsh OBE", ("Marsh", "OBE")),
        ("Marsh, OBE JP", ("Marsh", "OBE JP")),
        ("Ma", ("Ma", "")),
        ("", ("", "")),
    ],
)
def test_the_letters_behind_a_surname_stand_apart(surname: str, apart: tuple[str, str]) -> None:
    assert without_letters(surname) == apart


def characters(text: str) -> Counter[str]:
    """The characters of a text but for spaces and commas."""
    return Counter("".join(text.replace(",", " ").split()))
