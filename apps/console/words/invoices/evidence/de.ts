import type { enEvidence } from './en.ts'

export const deEvidence: typeof enEvidence = {
  gone: {
    decision: 'Einer Freigabe; die Arbeit ist gelöscht',
    cycle: 'Einem gelöschten Zyklus',
    task: 'Einer gelöschten Aufgabe',
    entry: 'Einem Eintrag von Hand',
  },
  approvedBy: 'Freigegeben von',
  approvedAt: 'Am',
  nobodyThere: 'jemandem, den es nicht mehr gibt',
  revision: 'Version',
  signedRevision: (revision) => `${revision}, mit einem Passkey unterschrieben`,
  snapshot: 'Stand',
  withheld: { withdrawn: 'Für Kunden zurückgezogen', too_large: 'Zu groß, um ihn hier zu zeigen' },
  work: 'Arbeit',
  used: 'Modelle',
  usage: (calls, cost) => `${calls} ${calls === 1 ? 'Aufruf' : 'Aufrufe'}, ${cost} in allen Läufen des Zyklus`,
  commit: 'Commit',
  recordedBy: (at, name) => `${at}, von ${name}`,
}
