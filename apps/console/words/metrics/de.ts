import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  none: 'In diesem Zeitraum wurde kein Zyklus fertig.',
  truncated: 'Nicht alle Läufe sind in diesen Zahlen enthalten.',
  period: 'Zeitraum',
  periods: { month: '4 Wochen', quarter: '12 Wochen', year: 'Jahr' },
  cycleTime: 'Dauer ab Start',
  leadTime: 'Dauer ab Vorschlag',
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
  half: 'die Hälfte braucht weniger',
  most: '85 % brauchen weniger',
  ages: 'In Arbeit, nach Alter',
  agesAlt: (count, oldest) =>
    `${plural(count, 'Zyklus', 'Zyklen')} in Arbeit${count === 0 ? '' : `, der älteste seit ${oldest}`}.`,
  usual: (age) => `85 % sind in unter ${age} fertig`,
  cycle: 'Zyklus',
  stage: 'Stand',
  age: 'Alter',
}
