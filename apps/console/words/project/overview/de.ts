import type { enOverview } from './en.ts'

const few = ['Kein', 'Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn', 'Elf', 'Zwölf']
const spelled = (count: number) => few[count] ?? String(count)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const withClients = (count: number) =>
  count === 0 ? '' : ` ${plural(count, 'Sache liegt', 'Sachen liegen')} beim Kunden.`

export const deOverview: typeof enOverview = {
  overview: {
    tabs: 'Projekt',
    overview: 'Übersicht',
    cycles: 'Zyklen',
    well: (count, atClients) =>
      [
        count === 0
          ? 'Nichts ist in Arbeit, und nichts wartet auf dich.'
          : `${count === 1 ? 'Ein Zyklus ist' : `${count} Zyklen sind`} in Arbeit. Nichts wartet auf dich.`,
        withClients(atClients),
      ].join(''),
    late: (title, count) =>
      count === 1
        ? `„${title}“ dauert länger als die meisten Zyklen hier.`
        : `„${title}“ und ${count === 2 ? 'ein weiterer' : `${count - 1} weitere`} dauern länger als die meisten Zyklen hier.`,
    waiting: (own, messages, atClients) =>
      [
        own === 0 ? '' : own === 1 ? 'Eine Sache wartet auf dich.' : `${spelled(own)} Sachen warten auf dich.`,
        messages === 0 ? '' : `${plural(messages, 'Nachricht wartet', 'Nachrichten warten')} auf eine Antwort.`,
      ]
        .filter(Boolean)
        .join(' ') + withClients(atClients),
    failing: 'Der letzte Zyklus ist fehlgeschlagen.',
    cycleTime: 'Dauer eines Zyklus',
    half: (long) => `Median · 85 % unter ${long}`,
    noTimes: 'noch wurde kein Zyklus fertig',
    merged: 'Fertig',
    cyclesUnit: (count) => (count === 1 ? 'Zyklus' : 'Zyklen'),
    perWeek: (count) => `${count} je Woche`,
    inWeeks: (weeks) => `in den letzten ${weeks} Wochen`,
    inProgress: 'In Arbeit',
    noneInProgress: 'keine',
    oldestFor: (age) => `der älteste seit ${age}`,
    spend: 'Modellkosten',
    ofCap: (cap) => `von ${cap}`,
    noCap: 'ohne Obergrenze',
    current: 'Zyklen in Arbeit',
    latest: 'Neueste Zyklen',
    client: 'Kunde',
    noClient: 'Noch keiner',
    chooseClient: 'Kunden wählen',
    allCycles: 'Alle Zyklen',
    firstChanges: 'Womit du beginnen kannst',
    touchesAndProof: (touches, proof) => `Betrifft: ${touches}. Beweis: ${proof}.`,
    revision: 'Neueste Revision',
    preview: 'Neueste Vorschau',
    pictureOf: 'Die erste Seite, wie sie bereitgestellt wurde',
    number: (generation) => `Revision ${generation}`,
    source: 'Quelle',
    when: 'Wann',
    commit: 'Commit',
    sources: {
      created: 'der Anfang des Projekts',
      import: 'ein Import',
      merge: 'ein gemergter Zyklus',
      upload: 'ein Upload',
      switch: 'ein anderes Haupt-Repository',
    },
    perWeekTitle: 'Fertig je Woche',
    perWeekAlt: (sum, weeks) => `${plural(sum, 'Zyklus wurde', 'Zyklen wurden')} in ${weeks} Wochen fertig.`,
    asTable: 'Als Tabelle',
    week: 'Woche ab',
    noRevision: 'Keine Revision zu zeigen.',
  },
  newCycle: {
    title: 'Neuer Zyklus',
    text: 'Eine Änderung, in deinen Worten. Daraus werden eine oder mehrere Aufgaben, jede in einer eigenen Sandbox.',
    name: 'Titel',
    nameExample: 'Öffnungszeiten in der Fußzeile zeigen',
    descriptionExample:
      'Jede Seite zeigt unter der Adresse die Öffnungszeiten von heute. Preise und Speisekarte bleiben, wie sie sind. Prüfe es mit einem Test für einen Sonntag, an dem geschlossen ist.',
    nameHint: 'Eine Zeile, wie du sie einem Kollegen sagst.',
    description: 'Beschreibung',
    descriptionHint: 'Was du willst, was bleiben muss, und woran man es prüft.',
    button: 'Zyklus starten',
    busy: 'Wird gestartet…',
    draft: 'Entwurf speichern',
    needsModel: 'Verbinde zum Starten ein Modell. Ein Entwurf kann darauf warten.',
  },
}
