import type { en } from './en.ts'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? one : `${count} ${many}`

export const de: typeof en = {
  title: 'Verlauf',
  none: 'Noch ist nichts geschehen',
  noneText: 'Schritte des Zyklus und seiner Aufgaben erscheinen hier, die neuesten zuerst.',
  waiting: 'Was der Lauf tut und worauf er wartet',
  since: (age) => `Wartet seit ${age}.`,
  checksOf: {
    base: 'Pakete werden installiert, und Checks laufen vor der Änderung',
    change: 'Pakete werden installiert, und Checks laufen über die Änderung',
    result: 'Checks laufen über das gemergte Ergebnis',
  },
  tookBefore: (list) => `Beim letzten Mal: ${list}.`,
  nothingToDo: 'Für dich ist nichts zu tun: Es wird geliefert, sobald sie bestehen.',
  waits: {
    sandbox: {
      title: 'Keine Sandbox ist frei',
      text: ({ runs, requests, people, place }) => {
        const holders = [
          counted(runs, 'ein Lauf', 'Läufe'),
          counted(requests, 'ein Push, Import oder anderer Aufruf', 'Pushes, Importe oder andere Aufrufe'),
          counted(people, 'ein Terminal oder Desktop', 'Terminals oder Desktops'),
        ].filter((text) => text !== '')
        const line = place === undefined ? 'Er steht in der Schlange' : `Er ist Nummer ${place} in der Schlange`
        return `${line}. Die Sandboxes dieses Servers haben: ${holders.join(', ')}. Wer ihn betreibt, kann mit ATELIER_SANDBOX_LIMIT mehr zulassen.`
      },
    },
    person: {
      title: 'Eine Entscheidung wird gebraucht',
      text: () => 'Der Lauf geht danach weiter. Wer entscheiden darf, findet sie auf der Startseite.',
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
