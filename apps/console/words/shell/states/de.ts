import type { enStates } from './en.ts'

export const deStates: typeof enStates = {
  cycle: {
    draft: 'Entwurf',
    planning: 'Wird geplant',
    running: 'Läuft',
    blocked: 'Wartet auf dich',
    reviewing: 'Wird geprüft',
    completed: 'Fertig',
    stopping: 'Hält an',
    stopped: 'Angehalten',
    failed: 'Fehlgeschlagen',
  },
  task: {
    queued: 'In der Warteschlange',
    blocked: 'Wartet',
    building: 'Wird gebaut',
    testing: 'Wird getestet',
    reviewing: 'Wird geprüft',
    approved: 'Freigegeben',
    merging: 'Wird gemergt',
    merged: 'Gemergt',
    pr_created: 'Pull-Request angelegt',
    ci_passing: 'Checks des Hosts bestanden',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
  },
  halts: { stopped: 'Angehalten', not_started: 'Nicht begonnen' },
  waitsForTasks: (count) => (count === 1 ? 'Wartet auf 1 Aufgabe' : `Wartet auf ${count} Aufgaben`),
  waitsForReview: 'Wartet auf Freigabe',
  waitsForAnswer: 'Wartet auf Antwort',
  waitsForClient: 'Wartet auf den Kunden',
}
