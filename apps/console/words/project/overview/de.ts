import type { enOverview } from './en.ts'
import { plural } from '../../plural.ts'

const withClients = (count: number) =>
  count === 0 ? '' : ` ${plural(count, 'offener Punkt liegt', 'offene Punkte liegen')} beim Kunden.`

export const deOverview: typeof enOverview = {
  overview: {
    tabs: 'Projekt',
    metrics: 'Kennzahlen',
    well: (count, atClients) =>
      [
        count === 0
          ? 'Nichts in Arbeit, und nichts wartet auf dich.'
          : `${count === 1 ? 'Ein Zyklus ist' : `${count} Zyklen sind`} in Arbeit. Nichts wartet auf dich.`,
        withClients(atClients),
      ].join(''),
    late: (title, count) =>
      count === 1
        ? `„${title}“ dauert länger als die meisten Zyklen hier.`
        : `„${title}“ und ${count === 2 ? 'ein weiterer' : `${count - 1} weitere`} dauern länger als die meisten Zyklen hier.`,
    waiting: (own, atClients) =>
      `${plural(own, 'offener Punkt wartet', 'offene Punkte warten')} auf dich.${withClients(atClients)}`,
    failing: 'Der letzte Zyklus ist fehlgeschlagen.',
    cycleTime: 'Dauer eines Zyklus',
    half: (long) => `Median · 85 % unter ${long}`,
    noTimes: 'noch kein Zyklus fertig',
    merged: 'Fertig',
    cyclesUnit: (count) => (count === 1 ? 'Zyklus' : 'Zyklen'),
    perWeek: (count) => `${count} je Woche`,
    inWeeks: (weeks) => `in den letzten ${weeks} Wochen`,
    inProgress: 'In Arbeit',
    oldestFor: (age) => `der älteste seit ${age}`,
    spend: 'Modellkosten',
    ofCap: (cap) => `von ${cap}`,
    noCap: 'insgesamt, ohne Obergrenze',
    current: 'Zyklen in Arbeit',
    latest: 'Neueste Zyklen',
    client: 'Kunde',
    chooseClient: 'Kunden wählen',
    allCycles: 'Alle Zyklen',
    firstChanges: 'Womit du beginnen kannst',
    touchesAndProof: (touches, proof) => `Betrifft: ${touches}. Beweis: ${proof}.`,
    revision: 'Revision',
    preview: 'Neueste Vorschau',
    pictureOf: 'Die Startseite, wie sie bereitgestellt wurde',
    number: (generation) => `Revision ${generation}`,
    source: 'Quelle',
    when: 'Zeitpunkt',
    commit: 'Commit',
    sources: {
      created: 'Anlage des Projekts',
      import: 'ein Import',
      merge: 'Gemergter Zyklus',
      upload: 'Upload',
      switch: 'Anderes Haupt-Repository',
    },
    perWeekTitle: 'Fertig je Woche',
  },
  newCycle: {
    title: 'Neuer Zyklus',
    text: 'Beschreibe die Änderung in deinen Worten. Daraus entstehen eine oder mehrere Aufgaben, jede in einer eigenen Sandbox.',
    name: 'Titel',
    nameExample: 'Öffnungszeiten in der Fußzeile zeigen',
    descriptionExample:
      'Jede Seite zeigt unter der Adresse die Öffnungszeiten von heute. Preise und Speisekarte bleiben, wie sie sind. Prüfe es mit einem Test für einen Sonntag, an dem geschlossen ist.',
    nameHint: 'In einer Zeile, so wie du es einem Kollegen sagen würdest.',
    description: 'Beschreibung',
    descriptionHint: 'Was soll sich ändern, was soll bleiben, und woran erkennt man, dass es stimmt?',
    button: 'Zyklus starten',
    busy: 'Wird gestartet…',
    draft: 'Entwurf speichern',
    cannotStart: 'Ohne Modell startet nur eine Beschreibung mit Codeblöcken.',
  },
}
