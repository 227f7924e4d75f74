import type { planningSentences } from '../../../../domains/delivery/sentences/rules/catalogue.ts'

/** Reasons of the roadmap, in German, by their codes. */
export const dePlanningSentences: Readonly<Record<keyof typeof planningSentences, string>> = {
  autopilot_cycle_cap:
    'Der Autopilot hat so viele Zyklen begonnen, wie er darf. Erhöhe die Grenze, oder halte ihn an und starte ihn neu.',
  autopilot_cost_cap:
    'Was ausgegeben werden darf, ist ausgegeben. Erhöhe die Kostengrenze oder das Budget, das den letzten Zyklus abgelehnt hat.',
  autopilot_no_agent: 'Kein Agent kann die Aufgaben des Projekts ausführen.',
  autopilot_no_harness: 'Das Programm für Agenten, das für das Projekt eingestellt ist, ist nicht installiert.',
  autopilot_no_model: 'Das Modell, das für den Agenten des Projekts eingestellt ist, lässt sich nicht verwenden.',
  autopilot_not_connected:
    'Die Repositories des Projekts liegen bei einem Code-Host, mit dem keine Verbindung besteht.',
  sorted_duplicate: 'Ein anderer Zyklus verlangt dasselbe.',
  sorted_fault: 'Es meldet, dass etwas nicht funktioniert, wie es soll.',
  sorted_feature: 'Es verlangt etwas Neues.',
  sorted_security: 'Es geht um Sicherheit.',
  sorted_unclear: 'Es sagt nicht, was verlangt ist.',
  sorted_upkeep: 'Es ist Pflege, die Nutzer nicht sehen.',
  sorted_wording: 'Es geht um Worte oder Aussehen.',
  unsorted_failed: 'Es wurde nicht eingeordnet: Auf dem Server ging etwas schief.',
  unsorted_no_agent: 'Es wurde nicht eingeordnet: Kein Agent für Eingänge ist aktiv.',
  unsorted_no_answer: 'Es wurde nicht eingeordnet: Das Modell des Agenten für Eingänge gab keine Antwort.',
  unsorted_no_model: 'Es wurde nicht eingeordnet: Das Modell des Agenten für Eingänge lässt sich nicht verwenden.',
  unsorted_unreadable: 'Es wurde nicht eingeordnet: Das Modell gab auch beim zweiten Mal keine lesbare Wahl.',
}
