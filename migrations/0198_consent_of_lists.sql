-- Any text in the column of consent counted as consent. Text that says no, or that doubts it, counts as none.
update growth_lead set has_consent = false
where has_consent and replace(lower(evidence #>> '{consent,value}'), 'n/a', 'na') ~ ('\m(no|not|none|never|n|na|false|f|off|0|without|'
  || 'denied|declined|refused|revoked|withdrawn|rejected|pending|requested|missing|unknown|unsubscribed|optout|out|nein|nicht|'
  || 'kein|keine|nie|falsch|ohne|abgelehnt|verweigert|widerrufen|widerruf|zurückgezogen|offen|ausstehend|angefragt|fehlt|'
  || 'unbekannt|abgemeldet)\M');
