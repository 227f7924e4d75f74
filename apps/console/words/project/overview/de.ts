import type { enOverview } from './en.ts'

const few = ['Kein', 'Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn', 'Elf', 'Zwölf']
const spelled = (count: number) => few[count] ?? String(count)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const deOverview: typeof enOverview = {
  overview: {
    tabs: 'Projekt',
    overview: 'Übersicht',
    cycles: 'Zyklen',
    well: 'Gesund',
    quiet: 'Nichts ist in Arbeit',
    late: (count) => (count === 1 ? 'Gesund, ein Zyklus ist spät dran' : `Gesund, ${count} Zyklen sind spät dran`),
    waiting: (count) => (count === 1 ? 'Ein Zyklus wartet auf dich' : `${spelled(count)} Zyklen warten auf dich`),
    failing: 'Der letzte Zyklus ist gescheitert',
    sentence: (completed, days) =>
      completed === 0
        ? `In den letzten ${days} Tagen wurde kein Zyklus fertig.`
        : `In den letzten ${days} Tagen ${completed === 1 ? 'wurde 1 Zyklus' : `wurden ${completed} Zyklen`} fertig.`,
    oldest: (title, age) => `${title} ist seit ${age} in Arbeit.`,
    cycleTime: 'Dauer eines Zyklus',
    half: (long) => `die Hälfte; 85 % in höchstens ${long}`,
    noTimes: 'noch wurde kein Zyklus fertig',
    merged: 'Fertig',
    cyclesUnit: (count) => (count === 1 ? 'Zyklus' : 'Zyklen'),
    perWeek: (count) => `${count} je Woche`,
    inProgress: 'In Arbeit',
    noneInProgress: 'nichts ist in Arbeit',
    oldestFor: (age) => `der älteste seit ${age}`,
    spend: 'Ausgaben für Modelle',
    ofCap: (cap) => `von ${cap}`,
    noCap: 'ohne Obergrenze',
    current: 'Zyklen in Arbeit',
    allCycles: 'Alle Zyklen',
    revision: 'Neueste Revision',
    number: 'Nummer',
    source: 'Kam von',
    sources: {
      created: 'dem Anfang des Projekts',
      import: 'einem Import',
      merge: 'einem gemergten Zyklus',
      upload: 'einem Upload',
      switch: 'einem anderen Haupt-Repository',
    },
    when: 'Wann',
    commit: 'Commit',
    perWeekTitle: 'Fertig je Woche',
    perWeekAlt: (sum, weeks) => `${plural(sum, 'Zyklus wurde', 'Zyklen wurden')} in ${weeks} Wochen fertig.`,
    asTable: 'Als Tabelle',
    week: 'Woche ab',
    noRevision: 'Es gibt keine Revision, die gezeigt werden kann.',
  },
  newCycle: {
    title: 'Was soll anders sein?',
    text: 'Eine Änderung, in deinen Worten. Daraus werden eine oder mehrere Aufgaben, jede in einer eigenen Sandbox.',
    name: 'Titel',
    nameHint: 'Eine Zeile, wie man sie einander sagt.',
    description: 'Beschreibung',
    descriptionHint: 'Was gewünscht ist, was bleiben muss, und woran man sieht, dass es geht.',
    missing: 'Das wird gebraucht.',
    button: 'Zyklus starten',
    busy: 'Wird gestartet…',
    draft: 'Als Entwurf speichern',
  },
}
