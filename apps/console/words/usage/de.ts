import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Modellnutzung',
  text: (from, to, timeZone) => `${from === to ? from : `${from} bis ${to}`}, in ${timeZone}`,
  months: 'Monate',
  periods: { month: 'Dieser Monat', last: 'Letzter Monat', year: '12 Monate' },
  by: 'Aufgeteilt nach',
  dimensions: { project: 'Projekte', person: 'Personen', model: 'Modelle' },
  columns: { project: 'Projekt', person: 'Person', model: 'Modell' },
  noProject: 'Kein Projekt',
  noPerson: 'Automatische Läufe',
  formerPerson: 'Ausgeschiedene Person',
  calls: 'Aufrufe',
  read: 'Eingabe-Tokens',
  written: 'Ausgabe-Tokens',
  cost: 'Kosten',
  all: 'Gesamt',
  inPeriod: 'in diesem Zeitraum',
  refusedOf: (count) => (count === 0 ? 'keiner abgelehnt' : `${count} wegen der Obergrenze abgelehnt`),
  tokens: 'Tokens',
  tokensOf: (written) => `davon ${written} Ausgabe`,
  budget: 'Vom Budget übrig',
  ofBudget: (cap) => `von insgesamt ${cap}`,
  noBudgetText: 'Obergrenze festlegen',
  none: 'In diesen Monaten wurde kein Modell aufgerufen.',
  unpriced: (count) =>
    count === 1
      ? '1 Aufruf ging an ein Modell ohne bekannten Preis und fehlt in den Kosten.'
      : `${count} Aufrufe gingen an Modelle ohne bekannten Preis und fehlen in den Kosten.`,
  estimated: (count) =>
    `Bei ${count === 1 ? '1 Aufruf' : `${count} Aufrufen`} meldet der Endpunkt widersprüchliche Tokenzahlen; gezählt werden die größeren.`,
  latest: 'Aufrufe',
  outcome: 'Ergebnis',
  sent: 'Gesendet',
  shown: 'Gezeigte Aufrufe',
  outcomes: {
    finished: 'Beantwortet',
    failed: 'Fehlgeschlagen',
    open: 'Läuft',
    abandoned: 'Abgebrochen',
    refused: 'Wegen der Obergrenze abgelehnt',
  },
  filters: { all: 'Alle', refused: 'Abgelehnt', failed: 'Fehlgeschlagen' },
  noCalls: 'In diesen Monaten gibt es keine solchen Aufrufe.',
  noPrice: 'kein Preis',
  table: 'CSV herunterladen',
  charts: {
    measure: 'Was das Diagramm zeigt',
    measures: { cost: 'Kosten', tokens: 'Tokens' },
    titles: {
      cost: { days: 'Kosten nach Tag und Modell', months: 'Kosten nach Monat und Modell' },
      tokens: { days: 'Tokens nach Tag und Modell', months: 'Tokens nach Monat und Modell' },
    },
    others: 'Andere Modelle',
    noDays: {
      cost: 'Kein Aufruf dieses Zeitraums hatte einen Preis.',
      tokens: 'In diesem Zeitraum wurde kein Aufruf beantwortet.',
    },
    caps: 'Ausgaben und Obergrenze',
    capsText:
      'Alles, was bisher ausgegeben wurde, mit laufenden Aufrufen. Gezeigt sind die Projekte, die in diesen Monaten am meisten gekostet haben.',
    spent: 'Ausgegeben',
    cap: 'Obergrenze',
    noCap: 'keine Obergrenze',
    workspace: 'Der ganze Arbeitsbereich',
  },
  codes: {
    usage_too_many_rows: 'Zu viele Zeilen. Wähle weniger Monate oder lade die Aufrufe als CSV herunter.',
  },
}
