"""Orders of the Civil War (03): what a player writes on an order sheet, as data, as text and as sentences.

    line    = unit ":" order { ";" pref } | "STAFF" general ":" ride [ ";" "EVADE" answer ]
            | "MESSAGE" general ">" general ":" words
    order   = "X" | "REORG" | "R" | leg { "," leg } | share "OF" order | attack | fire { "," fire } | guns
            | "WORK" kind [ "WITH" n ] [ "AT" object | "FACING" bearing ] | "SUPPLY" wagon | "SPLIT" n | "JOIN" unit
            | "EXIT" edge [ "VIA" leg { "," leg } ]
    leg     = ( "GO" bearing [ cm ] | "TO" place | "ALONG" object "TO" place ) [ "SM" ] [ "FOR" eighths ]
            | "BACK" [ cm ] [ "FOR" eighths ] | "SIDE" side [ cm ] [ "FOR" eighths ] | "WHEEL" side degrees [ "SM" ]
            | "FACE" ( side | "ABOUT" ) | ( "L" | "AK" | "MK" | "T" | "TL" ) [ "FILES" n ] [ "GAP" cm ] [ "ON" n ]
            | ( "AP" | "PP" ) [ "ABOUT" ] | "MOUNT" | "DISMOUNT" | "ENTER" building
    attack  = "A" enemy [ "WITH" n ] [ "VIA" leg { "," leg } ] [ "SM" ] [ "SUPPORT" unit { "+" unit } ]
              [ "THEN" ( "PURSUE" | "HOLD" | "NEXT" enemy ) ]
    fire    = "S" [ "AT" enemy ] [ "WITH" n ] [ "WHEN" trigger ]
    guns    = "S" ( "SHELL" | "SHOT" | "CANISTER" ) [ "AT" enemy { "+" enemy } ] [ "GUESS" cm ]
              [ "REPAIR" ( "GUN" | "LIMBER" ) { "+" ( "GUN" | "LIMBER" ) } ] [ "WHEN" trigger ]
    trigger = "AT" eighths | ( "CROSS" gate | "WITHIN" cm [ "OF" thing ] | "SEEN" | "FIRES" [ "AT" unit ]
            | "BEFORE SHOCK" [ "OF" unit ] ) [ "BY" enemies ] | "AFTER SHOCK" | "OWN" unit event | "UMPIRE" words
    ride    = "X" | "TO" place [ "WHEN" trigger ] | "WITH" unit
            | "RIDE" name ( "ORDER" "[" order { ";" pref } "]" | "SAY" words )
    place   = ( object | object "/" point | "@" unit ) [ "+" bearing cm ]
    gate    = object "/" point ( "-" object "/" point | "+" bearing cm )
    bearing = compass point | degrees | "FWD" | one of the arrows of the sheet
    pref    = ( "SURPRISED" | "FALLBACK" | "SHELTER" | "PURSUE" | "FIRST" ) answer ;  answer = "YES" | "NO" | "ASK"

Also read: `sg`, `sf` and `sk` for fire with shell, solid shot and canister; an arrow without GO, with a share of the
unit before it and a part of the turn after it; an arrow without a comma before it, as in `MK ↑`, or without VIA, as in
`A ricketts SM ↗`; the umpire's co-ordinates `(x,y)` as a place.
"""
