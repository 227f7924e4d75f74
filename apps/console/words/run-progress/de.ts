import type { en } from './en.ts'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? one : `${count} ${many}`

export const de: typeof en = {
  title: 'Verlauf',
  none: 'Noch nichts passiert',
  noneText: 'Schritte des Zyklus und seiner Aufgaben erscheinen hier, die neuesten zuerst.',
  waiting: 'Was der Lauf gerade tut und worauf er wartet',
  since: (age) => `Wartet seit ${age}.`,
  checksOf: {
    base: 'Pakete werden installiert und Checks vor der Änderung ausgeführt',
    change: 'Pakete werden installiert und die Änderung geprüft',
    result: 'Das gemergte Ergebnis wird geprüft',
  },
  took: (check, time) => `„${check}“ ${time}`,
  tookBefore: (list) => `Zuletzt dauerte ${list}`,
  nothingToDo: 'Du musst nichts tun: Sobald alle Checks bestanden sind, wird geliefert.',
  waits: {
    sandbox: {
      title: 'Keine Sandbox ist frei',
      text: ({ runs, requests, people, place }) => {
        const holders = [
          counted(runs, 'ein Lauf', 'Läufe'),
          counted(requests, 'ein Push, Import oder anderer Aufruf', 'Pushes, Importe oder andere Aufrufe'),
          counted(people, 'ein Terminal oder Desktop', 'Terminals oder Desktops'),
        ].filter((text) => text !== '')
        const line =
          place === undefined ? 'Er steht in der Warteschlange' : `Er steht auf Platz ${place} der Warteschlange`
        return `${line}. Die Sandboxes dieses Servers sind belegt: ${holders.join(', ')}. Der Betreiber kann mit ATELIER_SANDBOX_LIMIT mehr zulassen.`
      },
    },
    person: {
      title: 'Eine Entscheidung steht aus',
      text: () => 'Danach geht der Lauf weiter. Wer entscheiden darf, findet sie auf der Startseite.',
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
    checked: 'Check gelaufen',
    rechecked: 'Check noch einmal gelaufen',
    check_requested: 'Weiterer Check angefordert',
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
