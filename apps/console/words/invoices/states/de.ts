import type { enStates } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const deStates: typeof enStates = {
  filterText: 'Nach Nummer oder Kunde filtern',
  columns: {
    number: 'Nummer',
    client: 'Kunde',
    state: 'Stand',
    issued: 'Ausgestellt',
    due: 'Fällig',
    total: 'Brutto',
  },
  noNumber: 'Noch nicht ausgestellt',
  states: {
    draft: 'Entwurf',
    final: 'Offen',
    credit: 'Ausgestellt',
    late: (days) => plural(days, 'Tag überfällig', 'Tage überfällig'),
    paid: (day) => `Bezahlt ${day}`,
    void: 'Storniert',
  },
}
