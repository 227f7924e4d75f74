import type { en } from './en.ts'
import { plural } from '../plural.ts'

export const de: typeof en = {
  completedIn: (count) =>
    count === 0
      ? 'In diesem Zeitraum wurde kein Zyklus fertig.'
      : `${plural(count, 'Zyklus wurde', 'Zyklen wurden')} in diesem Zeitraum fertig.`,
  truncated: 'Nicht alle Läufe sind in diesen Zahlen enthalten.',
  period: 'Zeitraum',
  periods: { month: '4 Wochen', quarter: '12 Wochen', year: 'Jahr' },
  cycleTime: 'Dauer eines Zyklus',
  leadTime: 'Dauer ab dem Vorschlag',
  completed: 'Abgeschlossen',
  completedNote: (done, failed) => `${plural(done, 'Zyklus', 'Zyklen')}; ${failed} fehlgeschlagen`,
  firstPass: 'Auf Anhieb fertig',
  firstPassNote: 'der Aufgaben, ohne Nacharbeit',
  rework: 'Aufgaben je Woche',
  reworkText: 'Zurückgeschickt von Tests, einer Prüfung oder einer Person. Wochen beginnen am Montag.',
  merged: 'Gemergt',
  sentBack: 'Zurückgeschickt',
  stages: 'Wo die Zeit bleibt',
  half: 'Median',
  most: '85 % brauchten weniger',
  ages: 'In Arbeit, nach Alter',
  agesAlt: (count, oldest) =>
    `${plural(count, 'Zyklus', 'Zyklen')} in Arbeit${count === 0 ? '' : `, der älteste seit ${oldest}`}.`,
  less: (age) => `85 % brauchten weniger als ${age}`,
  cycle: 'Zyklus',
  stage: 'Stand',
  age: 'Alter',
}
