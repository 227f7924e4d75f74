/** The areas of the console that events belong to. */
export const eventAreas = ['work', 'clients', 'growth', 'workspace'] as const
type EventArea = (typeof eventAreas)[number]

/** The first words of the types of each area; every other type belongs to the workspace. */
const areas: readonly (readonly [EventArea, RegExp])[] = [
  ['growth', /^growth_/],
  ['clients', /^(access_point|accounting|billable|billing|client|deliverable|invoice|payment|portal|seat)/],
  [
    'work',
    /^(agent|ai_document|cycle|deployment|environment|pending_request|project|pull_request|re(pository|vision)|task)/,
  ],
]

export const areaOf = (eventType: string): EventArea =>
  areas.find(([, names]) => names.test(eventType))?.[0] ?? 'workspace'
