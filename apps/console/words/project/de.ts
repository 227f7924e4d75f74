import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  tabs: {
    overview: 'Übersicht',
    cycles: 'Zyklen',
    roadmap: 'Fahrplan',
  },
  goTo: (page) => `Zu ${page}`,

  board: {
    view: 'Wie Zyklen gezeigt werden',
    views: { list: 'Liste', board: 'Tafel' },
    columns: {
      draft: 'Entwurf',
      atWork: 'In Arbeit',
      blocked: 'Wartet auf dich',
      reviewing: 'Prüfung',
      over: 'Beendet',
    },
    none: 'Keine',
    rest: (count) => `${count} weitere in der Liste`,
  },

  roadmap: {
    status: {
      off: 'Das Projekt wartet, dass du jeden Zyklus beginnst',
      on: 'Das Projekt arbeitet von selbst',
      waiting: 'Das Projekt steht und wartet auf dich',
      stopping: 'Das Projekt hält an, und sein Zyklus mit ihm',
    },
    begun: (count) =>
      count === 0 ? 'Es hat noch keinen Zyklus begonnen.' : `Es hat ${plural(count, 'Zyklus', 'Zyklen')} begonnen.`,
    offText:
      'Lass es arbeiten, und es beginnt einen Zyklus nach dem anderen, den dringendsten zuerst, bis du es anhältst.',
    start: 'Arbeiten lassen',
    starting: 'Startet…',
    stop: 'Anhalten',
    stopHint: 'Der Zyklus, den es begonnen hat, hält mit an.',
    goOn: 'Weiter',
    stopping: 'Hält an…',
    next: 'Als Nächstes',
    running: 'In Arbeit',
    done: 'Fertig',
    nothingNext: 'Nichts ist geplant',
    nothingNextText:
      'Hier stehen Entwürfe in der Reihenfolge, in der sie beginnen. Speichere einen und gib ihm seinen Platz.',
    nothingDone: 'Noch ist kein Zyklus beendet.',
    place: 'Platz',
    urgency: 'Dringlichkeit',
    urgencies: { 1: 'Sofort', 2: 'Bald', 3: 'Normal', 4: 'Später' },
    urgencyOf: (title) => `Dringlichkeit von ${title}`,
    up: (title) => `${title} nach oben`,
    down: (title) => `${title} nach unten`,
    moved: (title, place) => `${title} steht jetzt an Stelle ${place}`,
    kinds: {
      fault: 'Fehler',
      security: 'Sicherheit',
      feature: 'Funktion',
      wording: 'Wortlaut',
      upkeep: 'Pflege',
      unclear: 'Unklar',
    },
    duplicate: 'Schon einmal gewünscht',
  },
}
