import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Was geschah',
  none: 'Noch ist nichts geschehen',
  noneText: 'Jeder Schritt des Zyklus und seiner Aufgaben steht hier, der neueste zuerst.',
  waiting: 'Worauf der Lauf wartet',
  since: (age) => `Wartet seit ${age}.`,
  waits: {
    sandbox: {
      title: 'Keine Sandbox ist frei',
      text: 'Andere Läufe nehmen alle, die dieser Server zugleich haben darf. Es geht von selbst weiter, wenn einer davon endet.',
    },
    person: {
      title: 'Jemand muss entscheiden',
      text: 'Danach geht es weiter. Wer darf, findet es auf der eigenen Startseite.',
    },
  },
  ofTask: (title) => `„${title}“`,
  cycle: {
    proposed: 'Vorgeschlagen',
    updated: 'Geändert',
    planned: 'Geplant',
    messaged: 'Eine Nachricht',
    sorted: 'Hat seinen Platz bekommen',
    checked: 'Als Ganzes geprüft',
    reverted: 'Zurückgenommen',
  },
  task: {
    reviewed: 'Geprüft',
    checked: 'Prüfung gelaufen',
    rechecked: 'Prüfung noch einmal gelaufen',
    check_requested: 'Um eine weitere Prüfung wurde gebeten',
    commented: 'Kommentiert',
    updated: 'Geändert',
    removed: 'Entfernt',
  },
  pending_request: {
    created: 'Jemand wird gefragt',
    resolved: 'Entschieden',
    cancelled: 'Eine Frage wurde zurückgezogen',
    expired: 'Eine Frage ist abgelaufen',
  },
}
