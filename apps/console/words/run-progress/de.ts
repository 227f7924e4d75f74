import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Verlauf',
  none: 'Noch ist nichts geschehen',
  noneText: 'Schritte des Zyklus und seiner Aufgaben erscheinen hier, die neuesten zuerst.',
  waiting: 'Worauf der Lauf wartet',
  since: (age) => `Wartet seit ${age}.`,
  checksResult: (names) => `Prüfläufe laufen über das Ergebnis${names === '' ? '' : `: ${names}`}`,
  nothingToDo: 'Für dich ist nichts zu tun: Es wird geliefert, sobald sie bestehen.',
  waits: {
    sandbox: {
      title: 'Keine Sandbox ist frei',
      text: 'Andere Läufe benutzen alle Sandboxes dieses Servers. Dieser Lauf geht weiter, wenn einer davon endet.',
    },
    person: {
      title: 'Eine Entscheidung wird gebraucht',
      text: 'Der Lauf geht danach weiter. Wer entscheiden darf, findet sie auf der Startseite.',
    },
  },
  ofTask: (title) => `„${title}“`,
  cycle: {
    proposed: 'Vorgeschlagen',
    updated: 'Geändert',
    planned: 'Geplant',
    messaged: 'Nachricht',
    sorted: 'Eingeordnet',
    checked: 'Als Ganzes geprüft',
    reverted: 'Rückgängig gemacht',
  },
  task: {
    reviewed: 'Geprüft',
    checked: 'Prüfung gelaufen',
    rechecked: 'Prüfung noch einmal gelaufen',
    check_requested: 'Weitere Prüfung verlangt',
    commented: 'Kommentiert',
    updated: 'Geändert',
    removed: 'Entfernt',
  },
  pending_request: {
    created: 'Entscheidung erbeten',
    resolved: 'Entschieden',
    cancelled: 'Anfrage zurückgezogen',
    expired: 'Anfrage abgelaufen',
  },
}
