import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  none: 'In diesem Zeitraum wurde kein Zyklus fertig.',
  truncated: 'Nicht alle Läufe sind in diesen Zahlen enthalten.',
  period: 'Zeitraum',
  periods: { month: '4 Wochen', quarter: '12 Wochen', year: 'Jahr' },
  cycleTime: 'Vom Start bis zum Ende',
  leadTime: 'Vom Vorschlag bis zum Ende',
  completed: 'Abgeschlossen',
  completedNote: 'der beendeten Zyklen',
  firstPass: 'Auf Anhieb fertig',
  firstPassNote: 'der Aufgaben, ohne Nacharbeit',
  rework: 'Aufgaben je Woche',
  reworkText: 'Zurückgeschickt von Tests, einer Prüfung oder einer Person. Wochen beginnen am Montag.',
  noRework: 'Hier stehen je Woche gemergte und zurückgeschickte Aufgaben, sobald eine Aufgabe fertig ist.',
  merged: 'Gemergt',
  sentBack: 'Zurückgeschickt',
  stages: 'Wofür Zeit verbraucht wird',
  half: 'Median',
  most: '85. Perzentil',
  ages: 'In Arbeit, nach Alter',
  agesAlt: (count, oldest) =>
    `${plural(count, 'Zyklus', 'Zyklen')} in Arbeit${count === 0 ? '' : `, der älteste seit ${oldest}`}.`,
  usual: (age) => `Median; 85 % brauchen weniger als ${age}`,
  cycle: 'Zyklus',
  stage: 'Stand',
  age: 'Alter',
}
