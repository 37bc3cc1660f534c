"""The HTTP part: catalogue, board, texts, rules, desk, records, the client's files, and what every answer carries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from battery import Way, new_match, somewhere
from battery.tiny import SMALL_GAMES
from feltherre.core.catalogue import languages, missing_keys
from feltherre.core.registry import get_book, get_game
from feltherre.core.text import Text
from feltherre.server.forms import OpeningShown
from feltherre.server.http import HEADERS
from server.tables import in_loop, serving
from tinygame.installed import write_distribution


@in_loop
async def test_the_games_are_listed_with_all_one_needs_to_make_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        games = {game["id"]: game for game in await server.get("/api/games")}
        norway = games["norway"]
        assert norway["roles"] == ["germany", "norway", "allies"]
        assert norway["seatings"][1] == [["germany"], ["norway", "allies"]]
        assert norway["players"][-1] == "random"
        (rounds,) = games["lanterns"]["options"]
        assert (rounds["name"], rounds["values"], rounds["default"]) == ("rounds", ["1", "3", "6"], "3")
        assert games["lanterns"]["scenarios"] == ["calm", "windy"]


def keys_in(told: Any) -> Iterator[str]:
    """The keys of all texts in an answer."""
    if isinstance(told, dict):
        if isinstance(told.get("key"), str):
            yield told["key"]
        told = list(told.values())
    for part in told if isinstance(told, list) else ():
        yield from keys_in(part)


@in_loop
async def test_every_text_of_the_list_of_games_is_in_every_catalogue(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        games = [game for game in await server.get("/api/games") if game["id"] not in SMALL_GAMES]
        # how many play and how long; of Normandy also what is not the book's
        assert {game["id"]: len(game["facts"]) for game in games if len(game["facts"]) != 2} == {"normandy": 3}
        assert [game["about"]["key"] for game in games] == [f"{game['id']}.about" for game in games]
        told = list(keys_in(games))
        assert len(told) > 100
        for lang in languages():
            assert missing_keys(map(Text, told), lang) == []


@in_loop
async def test_a_game_says_how_to_begin_it_and_what_its_options_mean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(get_game("lanterns")), "in_making", True)
    async with serving(tmp_path) as server:
        games = {game["id"]: game for game in await server.get("/api/games")}
        assert [game for game in games if games[game]["in_browser"]] == [
            "civilwar",
            "ford",
            "lanterns",
            "normandy",
            "norway",
            "winterwar",
        ]
        assert [game for game in games if games[game]["in_making"]] == ["lanterns"]
        norway = {option["name"]: option for option in games["norway"]["options"]}
        assert [name for name in norway if norway[name]["needs"] == {"rules": "advanced"}] == [
            *("interception-from", "first-allied-battalions")
        ]
        assert norway["sides"]["help"] is None
        assert norway["rules"]["help"]["key"] == "norway.option-help.rules"
        assert norway["rules"]["value_labels"]["advanced"]["key"] == "norway.option.rules.advanced"
        assert [way["options"] for way in games["norway"]["ways"]] == [{"rules": "advanced"}]
        assert games["winterwar"]["plain"] == {"setup": "historical"}
        assert [way["options"] for way in games["winterwar"]["ways"]] == [{"setup": "own"}]
        # each of these can be made as it stands
        for game in ("norway", "winterwar"):
            for options in (games[game]["plain"], *(way["options"] for way in games[game]["ways"])):
                await server.post("/api/matches", {"game": game, "options": options}, 201)


@in_loop
async def test_what_needs_another_choice_is_refused_without_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for game in await server.get("/api/games"):
            for option in game["options"]:
                other = next(value for value in option["values"] if value != option["default"])
                made = {
                    "game": game["id"],
                    "options": {option["name"]: other},
                    "scenario": (game["scenarios"] or [""])[0],
                }
                await server.post("/api/matches", made, 400 if option["needs"] else 201)


@in_loop
async def test_a_picture_of_a_game_is_its_opening(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for game in ("ford", "lanterns", "normandy", "norway", "winterwar", "civilwar"):
            shown = msgspec.convert(await server.get(f"/api/games/{game}/opening"), OpeningShown)
            places = {place.id for place in shown.board.places}
            assert {stack.place for stack in shown.scene.stacks} <= places
            assert all(holding.kind == "due" or not holding.items for holding in shown.scene.holdings), "no open hand"
        norway = await server.get("/api/games/norway/opening")
        # as the basic game begins (rules 3-3, 3-4)
        assert {stack[0] for stack in norway["scene"]["stacks"]} >= {
            *("oslo", "horten", "kristiansand", "egersund", "stavanger", "bergen", "trondheim"),
            *("voss", "honefoss", "gjovik", "kongsvinger"),
        }
        assert norway["box"] == [900, 5400, 7800, 7000]
        winterwar = await server.get("/api/games/winterwar/opening")
        assert ["1641", ["FI-4D", "FI-5D", "FI-RTR1"]] in winterwar["scene"]["stacks"]
        first = await server.http.get("/api/games/norway/opening")
        again = await server.http.get("/api/games/norway/opening", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        refused = await server.get("/api/games/napoleon/opening", 404)
        assert refused["error"]["key"] == "core.bad.no-game-yet"


@in_loop
async def test_a_book_without_a_game_is_listed_and_has_rules_and_a_desk(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        games = {game["id"]: game for game in await server.get("/api/games")}
        assert [game for game in games if not games[game]["playable"]] == ["napoleon"]
        assert games["napoleon"]["seatings"] == []
        book = await server.get("/api/rules/napoleon")
        assert {rule["id"] for chapter in book["chapters"] for rule in chapter["rules"]} >= {"08.03.4", "order.1"}
        assert "command-check" in {procedure["name"] for procedure in await server.get("/api/umpire/napoleon")}
        told = await server.post("/api/umpire/napoleon/command-check", {"distance_cm": 35})
        assert told["outputs"] == {"in_command": True}
        refused = await server.post("/api/matches", {"game": "napoleon"}, 400)
        assert refused["error"]["key"] == "core.bad.no-game-yet"


@in_loop
async def test_what_does_not_change_is_asked_for_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        first = await server.http.get("/api/games/norway/opening")
        again = await server.http.get("/api/games/norway/opening", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = await server.http.get("/api/games/norway/opening", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == first.json()
        assert first.headers["content-encoding"] == "gzip"


@in_loop
async def test_every_text_of_the_core_and_the_games_is_in_one_catalogue(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        languages = await server.get("/api/texts")
        assert {"id": "en"} in languages["languages"]
        for language in languages["languages"]:
            catalogue = await server.get(f"/api/texts/{language['id']}")
            assert catalogue["texts"].keys() >= {"server.error.store", "core.illegal.stale", "norway.area.oslo"}
            assert not any(key.startswith("cli.") for key in catalogue["texts"])
            forms = [form for form in catalogue["texts"].values() if isinstance(form, list)]
            assert forms
            assert all(len(form) == 2 for form in forms)
        assert (await server.get("/api/texts/tlh", 404))["error"]["key"] == "server.error.no-such-language"


@in_loop
async def test_a_rule_opens_with_its_rulings(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        book = await server.get("/api/rules/norway")
        rules = {rule["id"]: rule for chapter in book["chapters"] for rule in chapter["rules"]}
        assert {"4.2-7", "1.2-1"} <= rules.keys()
        assert [chapter["name"]["key"] for chapter in book["chapters"]][4] == "norway.chapter.4"
        rule = await server.get("/api/rules/norway/4.2-7")
        assert rule["type"] == "rule"
        assert rule["entry"]["text"]
        ledger = get_game("norway").ledger
        assert [ruling["id"] for ruling in rule["rulings"]] == [r.id for r in ledger.rulings_on(ledger.rules["4.2-7"])]
        assert (await server.get("/api/rules/norway/R16"))["type"] == "ruling"
        movement = await server.get("/api/rules/norway/4.1b-1")
        assert movement["terms"]["forflytning"] == "movement"
        assert "poengby" not in movement["terms"]
        assert rules["4.2-7"]["rulings"] == [ruling["id"] for ruling in rule["rulings"]]
        missing = await server.get("/api/rules/norway/4.2-777", 404)
        assert "4.2-7" in missing["error"]["args"]["near"]


@in_loop
async def test_the_rulebook_is_read_in_the_readers_language_with_the_tables_beside_the_board(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        books = {lang: await server.get(f"/api/rules/winterwar?lang={lang}") for lang in ("en", "sv")}
        english, swedish = ([rule for c in book["chapters"] for rule in c["rules"]] for book in books.values())
        assert [rule["id"] for rule in english] == [rule["id"] for rule in swedish]
        assert all(one["text"] != other["text"] for one, other in zip(english, swedish, strict=True))
        terrain = books["sv"]["play_aid"][0]
        assert (terrain["id"], len(terrain["columns"])) == ("1.4", 4)
        assert terrain["rows"][1] == ["sankmark", "2", "-1", terrain["rows"][1][3]]
        asked = await server.get("/api/rules/winterwar/move-1?lang=sv")
        assert asked["entry"]["text"] == next(rule["text"] for rule in swedish if rule["id"] == "move-1")
        refused = await server.get("/api/rules/winterwar?lang=tlh", 404)
        assert refused["error"]["key"] == "server.error.no-such-language"


@in_loop
async def test_the_umpires_desk_rules_and_counts(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        procedures = await server.get("/api/umpire/norway")
        names = {procedure["name"] for procedure in procedures}
        assert "land-combat" in names
        ledger = get_game("norway").ledger
        example = next(e for e in ledger.examples.values() if e.procedure == "land-combat" and "winner" in e.then)
        given: dict[str, Any] = example.given
        ruled = await server.post("/api/umpire/norway/land-combat", given)
        assert ruled["outputs"]["winner"] == example.then["winner"]
        assert all(line["text"] for line in ruled["explanation"])
        chance = get_game("norway").procedures["land-combat"].chance_inputs
        odds = await server.post(
            "/api/odds/norway/land-combat", {name: value for name, value in given.items() if name not in chance}
        )
        assert sum(entry["probability"] for entry in odds["outputs"]["winner"]) == pytest.approx(1)
        refused = await server.post("/api/odds/norway/land-combat", given, 400)
        assert refused["error"]["key"] == "umpire.leave-out-dice"
        assert (await server.post("/api/umpire/norway/nothing", {}, 404))["error"]["args"]["known"]
        await server.post("/api/umpire/norway/land-combat", [], 400)


@in_loop
async def test_the_umpires_desk_tells_a_page_how_to_ask(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        asked = await server.get("/api/umpire/civilwar/small-arms-fire?lang=da")
        inputs = {one["name"]: one for one in asked["inputs"]}
        assert inputs["firers"]["word"] == "figurer, der skyder"
        assert inputs["target_formation"]["choices"][1] == {"value": "thin_line", "word": "tynd linie"}
        assert inputs["all_ranks"]["follows"] == ["front_ranks"]
        assert inputs["mounted"]["when"] == {"arm": ["cavalry"]}
        assert inputs["grade"] | {"least": -1, "most": 2, "default": 0} == inputs["grade"]
        assert [one["name"] for one in asked["chance"]] == ["dice"]
        await server.get("/api/umpire/civilwar/nothing", 404)


@in_loop
async def test_an_unfinished_record_is_shown_as_spectators_see_it(tmp_path: Path) -> None:
    from random import Random

    match = somewhere(new_match(Way("lanterns", 0), 3), Random(3), 9)
    async with serving(tmp_path) as server:
        shown = (await server.http.post("/api/records", content=match.data())).json()
        assert shown["seat"] == ""
        assert not shown["verification"]["finished"]
        assert not any(
            held.get("items") for frame in shown["frames"] for held in frame["scene"]["holdings"] if held["side"]
        )
        assert all(frame["text"] == "" for frame in shown["frames"])
        refused = await server.http.post("/api/records?seat=amber", content=match.data())
        assert (refused.status_code, refused.json()["error"]["key"]) == (400, "server.bad.unfinished")
        changed = match.data().replace(b'"oil":', b'"oil" :', 1)
        assert (await server.http.post("/api/records", content=changed)).status_code == 400
        assert (await server.http.post("/api/records", content=b"")).status_code == 400


@in_loop
async def test_openapi_describes_every_request(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        described = await server.get("/api/openapi.json")
        assert described["openapi"] == "3.1.0"
        assert described["paths"].keys() >= {"/api/games", "/api/matches", "/api/claim", "/api/records", "/healthz"}
        schemas = described["components"]["schemas"]
        assert set(schemas["NewMatch"]["properties"]) >= {"game", "seating", "computers", "umpire", "spectators"}
        text = msgspec.json.encode(described).decode()
        for reference in set(text.split('"$ref":"')[1:]):
            name = reference.partition('"')[0].rpartition("/")[2]
            assert name in schemas
        ids = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
        assert len(set(ids)) == len(ids)


@in_loop
async def test_the_clients_files_are_served_and_nothing_else(tmp_path: Path) -> None:
    client = tmp_path / "dist"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html><title>client</title>")
    (client / "assets" / "main-1.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    async with serving(tmp_path, client=client) as server:
        for path in ("/", "/join", "/play/anything"):
            page = await server.http.get(path)
            assert page.text.endswith("client</title>")
            assert page.headers["cache-control"] == "no-cache"
        script = await server.http.get("/assets/main-1.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/missing.js", "/api/nothing"):
            assert (await server.http.get(path)).status_code == 404
    async with serving(tmp_path) as server:
        assert (await server.http.get("/")).status_code == 503


@in_loop
async def test_every_answer_carries_the_usual_headers(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for path in ("/", "/api/games", "/api/nothing", "/healthz", "/missing.js"):
            headers = (await server.http.get(path)).headers
            for name, value in HEADERS.items():
                assert headers[name] == value
        policy = HEADERS["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "*" not in policy


@in_loop
async def test_what_goes_wrong_inside_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("a secret of the server")

    async with serving(tmp_path) as server:
        monkeypatch.setattr("feltherre.server.api.game_info", broken)
        answer = await server.http.get("/api/games")
        assert answer.status_code == 500
        assert answer.json() == {"error": {"key": "server.error.internal"}, "rule": None}


@in_loop
async def test_the_server_says_whether_it_works(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        assert await server.get("/healthz") == {"ok": True}


def test_every_text_of_the_server_is_in_the_catalogue() -> None:
    import ast

    from feltherre.core.catalogue import missing_keys

    source = Path(__file__).parents[2] / "src/feltherre/server"
    keys = {
        node.value
        for file in source.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("server.")
    }
    assert len(keys) > 30
    assert missing_keys(Text(key) for key in keys) == []


@in_loop
async def test_paths_that_no_file_can_have_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the page")
    (tmp_path.parent / "secret.txt").write_text("secret")
    async with serving(tmp_path, client=tmp_path) as server:
        for path in ("/a%00b.js", "/" + "x" * 1000 + ".js", "/../secret.txt", "/..%2fsecret.txt", "//etc/passwd.txt"):
            answer = await server.http.get(path)
            assert (answer.status_code, "secret" in answer.text) == (404, False), path
        assert (await server.http.get("/%00")).text == "the page"


@in_loop
async def test_a_language_is_looked_up_only_among_those_there_are(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for lang in ("../../en", "xx", "en%00"):
            refused = await server.http.post(f"/api/umpire/norway/battle?lang={lang}", json={})
            assert refused.status_code == 404, lang


@in_loop
async def test_a_game_that_cannot_be_loaded_takes_no_other_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spent_lanterns.py").write_text("from tinygame.game import Torches\n")
    write_distribution(tmp_path, "spent = spent_lanterns:GAME")
    monkeypatch.syspath_prepend(str(tmp_path))
    get_book.cache_clear()
    async with serving(tmp_path) as server:
        shown = {game["id"] for game in await server.get("/api/games")}
        assert "norway" in shown
        assert "spent" not in shown
