-- Any text that did not deny a consent counted as one. A consent is a known word for yes, with nothing unknown beside it.
with words as (
  select string_to_array(regexp_replace('
      yes true granted agreed accepted consented confirmed subscribed given ja wahr erteilt eingewilligt zugestimmt
      bestätigt einverstanden vorhanden oui vrai accepté acceptée accordé accordée donné donnée confirmé confirmée
      sí si verdadero aceptado aceptada concedido concedida confirmado confirmada sì vero accettato accettata
      concesso concessa confermato confermata sim verdadeiro aceito waar akkoord bevestigd gegeven tak prawda
      wyrażona wyrażono potwierdzona potwierdzono ano áno pravda souhlasí súhlasí potvrzeno potvrdené sand sandt
      sant sann bekræftet bekreftet bekräftat givet gitt accepteret kyllä joo tosi vahvistettu jah jā taip igen igaz
      da adevărat istina evet doğru да истина так ναι はい 是 同意 예 네 동의 نعم כן', '\s+', ' ', 'g'), ' ') as positive,
    string_to_array(regexp_replace('
      consent explicit written freely double single doi on at by via per from since in contact einwilligung doppelt
      doppeltes am vom seit um uhr consentement écrit le du depuis consentimiento el desde consenso il dal
      consentimento em desde toestemming op sinds zgoda dnia souhlas dne samtykke den samtycke email mail phone
      telephone telefonisch schriftlich form formular formulaire newsletter website web fair messe january february
      march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct
      nov dec januar februar märz mai juni juli oktober dezember mär okt dez', '\s+', ' ', 'g'), ' ') as neutral
), texts as (
  select id, lower(trim(evidence #>> '{consent,value}')) as text from growth_lead where has_consent
), plain as (
  select id, text, regexp_replace(regexp_replace(text, '\yopt(ed)?[- ]?in\y', 'yes', 'g'),
    '\y\d{4}-\d{1,2}-\d{1,2}([t ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?z|[+-]\d{2}:?\d{2})?)?\y|'
    || '\y\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\y|\y\d{1,2}(\.|st|nd|rd|th)? (?=[^\s\d])|\y\d{1,2}:\d{2}(:\d{2})?\y|'
    || '\y(19|20)\d{2}\y', ' ', 'g') as rest
  from texts
), said as (
  select id, text, (select array_agg(word) from regexp_split_to_table(rest, '[\s.,;:!()\[\]/''"“”„–—-]+') as word where word <> '') as said
  from plain
)
update growth_lead set has_consent = false
from said, words
where growth_lead.id = said.id
  and not coalesce(text ~ '^([\[(]?[x✓✔☑✅🗹][\])]?\ufe0f?|1([.,]0+)?|y|j|on)$'
    or (said.said <@ (words.positive || words.neutral) and said.said && words.positive), false);
