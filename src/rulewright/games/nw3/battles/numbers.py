"""The numbers that formulas of content name (nw3-skills-items.md, section 14)."""

from __future__ import annotations

from rulewright.games.nw3.state import Character

_ATTRIBUTES = {"STR": "strength", "FIN": "finesse", "AWA": "awareness", "KNO": "knowledge", "SPI": "spirit",
               "LUC": "luck"}  # fmt: skip


class Names(dict[str, int]):
    """Values by name, looked up when they are needed; those that are not there count as 0."""

    def __init__(self, user: Character, sl: int, others: dict[str, Character], given: dict[str, int]) -> None:
        super().__init__(given)
        self["SL"] = sl
        self._people = {"user": user, **others}

    def get(self, name: str, default: int = 0) -> int:  # type: ignore[override]
        """The value of a name; names are never missing."""
        return self[name]

    def __missing__(self, name: str) -> int:
        who, _, word = name.rpartition(".")
        character = self._people.get(who or "user")
        value = 0 if character is None else number_of(character, word)
        self[name] = value
        return value


def names_of(user: Character, sl: int = 0, target: Character | None = None, **given: int) -> Names:
    """The names of one use of a block: of the user, of a target, and of the use itself (RESULT, HP_DAMAGE ...)."""
    return Names(user, sl, {} if target is None else {"target": target}, given)


def number_of(character: Character, word: str) -> int:
    """The value of a name such as STR or LOST_HP for one character."""
    if word in _ATTRIBUTES:
        name = _ATTRIBUTES[word]
        value: int = getattr(character.attributes, name)
        return value + sum(one.amount for one in character.effects if one.scope == "stat" and one.what == name)
    match word:
        case "CL":
            return character.cl
        case "BODY" | "MIND" | "HP" | "MP" | "PRANA":
            return int(getattr(character, word.lower()))
        case "LOST_HP":
            return character.body - character.hp
        case "PACC" | "MACC" | "EVA" | "SPD" | "PATK" | "MATK" | "PDEF" | "MDEF":
            return int(getattr(character.stats, word.lower()))
        case _:
            return 0
