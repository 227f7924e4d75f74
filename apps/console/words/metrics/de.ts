import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  title: (long) => `Ein Zyklus dauert im Median ${long}.`,
  none: 'In diesem Zeitraum wurde kein Zyklus fertig.',
  text: 'Beendete Läufe, und was gerade in Arbeit ist.',
  truncated: 'Es endeten mehr Läufe, als diese Zahlen enthalten.',
  period: 'Zeitraum',
  periods: { quarter: '12 Wochen', month: '4 Wochen', year: 'Jahr' },
  times: 'Wie lange Zyklen dauern',
  cycleTime: 'vom Start zum Ende',
  leadTime: 'vom Vorschlag zum Ende',
  percentiles: { p50Seconds: 'Median', p85Seconds: '85 %', p95Seconds: '95 %' },
  rework: 'Gemergt und zurückgeschickt je Woche',
  reworkText: 'Aufgaben, nach der Woche ab diesem Montag. Zurückgeschickt von Tests, einer Prüfung oder einer Person.',
  noRework: 'Hier stehen je Woche gemergte und zurückgeschickte Aufgaben, sobald eine Aufgabe fertig ist.',
  merged: 'Gemergt',
  sentBack: 'Zurückgeschickt',
  spend: 'Was Zyklen kosten',
  cost: 'Kosten',
  stages: 'Wo die Zeit bleibt',
  half: 'Median',
  most: '85 %',
  quality: 'Qualität',
  share: 'Anteil',
  rates: {
    completionRate: 'Fertig geworden',
    handsOffRate: 'Ohne Rückfrage',
    firstPassRate: 'Aufgaben ohne Nacharbeit',
  },
  ages: 'In Arbeit, nach Stand und Alter',
  agesAlt: (count, oldest) =>
    `${plural(count, 'Zyklus', 'Zyklen')} in Arbeit${count === 0 ? '' : `, der älteste seit ${oldest}`}.`,
  usual: (age) => `85 % dauern weniger als ${age}`,
  cycle: 'Zyklus',
  stage: 'Stand',
  age: 'Alter',
}
