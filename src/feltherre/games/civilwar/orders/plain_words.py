"""What people write instead of the signs of the order sheet, in the four languages of the house: only for lines that
cannot be read as they stand (`meant`). Each sign stands once, with the words for it; a word of several parts is looked
for before its parts.
"""

from __future__ import annotations

from typing import Final

from feltherre.core.names import fold

_WORDS: Final[dict[str, str]] = {
    # what a unit does
    "X": "stand, stand still, halt, hold, hold fast, wait, stay, stop, stå, stå stille, bli, bli stående, vent, vänta,"
    " stanna, stå kvar, bliv, bliv stående, hold stand",
    "REORG": "reorganise, reorganize, rally, reform, reorganiser, reorganisera, omorganisér, omgruppera, saml",
    "R": "retreat, withdraw, fall back, retire, retirer, retirér, retirera, trekk tilbake, trekk deg tilbake, dra,"
    " dra tillbaka, træk tilbage, træk jer tilbage, tilbaketrekning, tilbagetog, reträtt",
    "GO": "march, go, move, advance, marsjer, marsjér, marschera, marchér, marcher, marsj, march mod, gå, ryk, rykk,"
    " ryck, beveg, rör, flyt, flytt, flytta",
    "GO FWD": "forward, advance straight, rykk frem, rykk fram, ryk frem, ryck fram, fram, frem, framåt, fremad",
    "FWD": "ahead, straight, straight ahead, straight on, rett frem, rett fram, lige ud, lige frem, rakt fram",
    "A": "attack, assault, angrip, angrep, angreb, angrib, anfall, storm, storma",
    "A SM": "charge, stormløp, stormløb, chargera, charger, chargér, storm frem",
    "S": "fire, shoot, open fire, skyt, skyd, skjut, skyde, skjuta, ild, eld, fyr, fyra",
    "S AT": "fire at, shoot at, fire on, fire upon, skyt på, skyt mot, skyd på, skyd mod, skjut på, skjut mot",
    "S SHELL": "shell, granat, granater, skyt granat, skyd granat, skjut granat",
    "S SHOT": "solid shot, fuldkugle, fullkule, helkula, skyt fullkule, skyd fuldkugle, skjut helkula",
    "S CANISTER": "canister, grape, case shot, kardæsk, kardesk, kartesj, kartesch, kartätsch",
    "AT": "at, på, on, upon",
    "WHEN WITHIN": "when within, if within, når nærmere enn, når inden for, innen, inden for, inom",
    "WHEN BEFORE SHOCK": "before shock, before melee, før sammenstøt, før sammenstød, före sammanstötning",
    "GUESS": "guess, gjett, gæt, gissa, range, avstand, afstand, avstånd",
    # where
    "TO": "to, til, till, march to, go to, move to, advance to, marsjer til, marschera till, marchér til, marcher til,"
    " gå til, gå till, ryk til, rykk til",
    "TOWARDS": "toward, towards, mot, mod, imot, imod",
    "ALONG": "along, march along, go along, follow, langs, langs med, längs, följ, følg, marsjer langs, marchér langs",
    "BACK": "back, backwards, go back, move back, bakover, tilbake, tilbage, baglæns, bakåt, tillbaka, gå tilbake,"
    " gå tilbage, gå tillbaka",
    "WHEEL LEFT": "wheel left, sving til venstre, sväng vänster, sving venstre, sväng till vänster",
    "WHEEL RIGHT": "wheel right, sving til høyre, sving til højre, sväng höger, sving høyre, sving højre,"
    " sväng till höger",
    "FACE ABOUT": "about face, turn about, face about, turn around, helt om, helt om vend, helt om vänd",
    "FACE LEFT": "face left, turn left, venstre om, vänster om",
    "FACE RIGHT": "face right, turn right, høyre om, højre om, höger om",
    "SIDE LEFT": "side left, sidestep left, til venstre, till vänster",
    "SIDE RIGHT": "side right, sidestep right, til høyre, til højre, till höger",
    # formation
    "L": "line, form line, linje, form linje, formér linje, bilda linje, formera linje, stil op på linje",
    "AK": "attack column, form attack column, angrepskolonne, angrebskolonne, anfallskolonn",
    "MK": "march column, form column, column, marsjkolonne, marchkolonne, marschkolonn, kolonne, kolonn",
    "T": "skirmish, skirmish chain, chain, skytterkjede, skyttekæde, skyttekedja, kjede, kæde, kedja",
    "TL": "thin line, tynn linje, tynd linje, tunn linje",
    "AP": "unlimber, avprotse, avprots, afprots, afprotse, brösta av, avprotsa",
    "PP": "limber, limber up, påprotse, protse på, protse, prots på, brösta på, påprotsa",
    "MOUNT": "mount, sitt opp, sid op, sitt upp, til hest, till häst",
    "DISMOUNT": "dismount, sitt av, sid af, til fots, til fods, till fots",
    "ENTER": "enter, go into, occupy, gå inn i, gå ind i, gå in i, besett, besæt, besätt",
    # further
    "SM": "at the charge, at charge pace, i stormløp, i stormløb, i storm, running",
    "SUPPORT": "support, supported by, with support from, støttet av, støttet af, med støtte fra, understödd av",
    "THEN HOLD": "then hold, then stop, og hold, så hold, sedan håll",
    "WORK LIGHT": "dig in, entrench, grav dere ned, grav jer ned, gräv ner er, forskans, forskans jer",
    "WORK REPAIR-GUN": "repair gun, repair the gun, reparer kanon, reparér kanon, reparera kanon, reparera pjäsen",
    "SUPPLY": "resupply, supply from, take ammunition, hent ammunisjon, hent ammunition, hämta ammunition",
    "EXIT": "exit, leave, forlat, forlad, lämna",
    "JOIN": "rejoin, slutt deg til, slut jer til, anslut till",
    # generals and couriers
    "WITH": "ride with, follow with, go with, accompany, med, ri med, rid med, følg med, följ med",
    "RIDE": "gallop, ri, rid, rida",
    # winds
    "N": "north, nord, norr, norrut, nordover, nordpå, mod nord, mot nord, norrut",
    "NE": "northeast, north east, nordøst, nordost",
    "E": "east, øst, ost, öst, østover, østpå, österut",
    "SE": "southeast, south east, sydøst, sørøst, sydost",
    "SW": "southwest, south west, sydvest, sørvest, sydväst",
    "W": "west, vest, väst, vestover, västerut",
    "NW": "northwest, north west, nordvest, nordväst",
    # nothing
    "": "the, an, cm, centimetre, centimeter, centimeters, centimetres, den, det, de, unit, regiment, enemy,"
    " fienden, fjenden, full turn, please, degrees, grader",
}
#: south is the word for it only where a direction stands: alone the letter is the sign for fire
SOUTH: Final = frozenset(map(fold, ("south", "syd", "sør", "söder", "sydover", "sørover", "söderut")))

#: what is written -> the signs; folded as names are
PLAIN: Final[dict[str, tuple[str, ...]]] = {
    fold(word): tuple(sign.split())
    for sign, words in _WORDS.items()
    for word in (one.strip() for one in words.split(","))
    if word
} | dict.fromkeys(SOUTH, ("S",))
#: the most words that such an expression has
LONGEST: Final = max(len(words.split()) for words in PLAIN)
