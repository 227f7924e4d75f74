/** The pages of the settings: pages for the workspace, and pages for the person. */
export const settingsGroups = {
  workspace: ['workspace', 'members', 'sign-in', 'keys', 'brand'],
  you: ['you', 'security'],
} as const
export const settingsPages = [...settingsGroups.workspace, ...settingsGroups.you] as const
export type SettingsPage = (typeof settingsPages)[number]

/** The views of models: those that are connected, what they cost and what they make. */
export const modelViews = ['models', 'usage', 'media', 'batches'] as const

/** Where pages are, below /console. */
export const paths = {
  home: '/',
  firstRun: '/first',
  request: (id: string) => `/?open=${id}`,
  signIn: (to?: string) => `/sign-in${to === undefined || to === '/' ? '' : `?to=${encodeURIComponent(to)}`}`,
  companySignIn: (to?: string) => `/sign-in/company${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
  signUp: '/sign-up',
  resetPassword: '/reset-password',
  projects: '/projects',
  importProject: '/projects/new',
  models: '/models',
  usage: '/models?view=usage',
  media: '/models?view=media',
  batches: '/models?view=batches',
  batch: (id: string) => `/models/batches/${id}`,
  documents: '/documents',
  messages: '/messages',
  document: (id: string) => `/documents/${id}`,
  audit: '/audit',
  activity: '/audit?view=activity',
  webhooks: '/settings/webhooks',
  project: (id: string) => `/projects/${id}`,
  roadmap: (id: string) => `/projects/${id}/roadmap`,
  code: (id: string) => `/projects/${id}/code`,
  files: (id: string, at: Readonly<Record<string, string>>) =>
    `/projects/${id}/code?${new URLSearchParams(at).toString()}`,
  branches: (id: string) => `/projects/${id}/code/branches`,
  sandbox: (id: string) => `/projects/${id}/code/sandbox`,
  revisions: (id: string) => `/projects/${id}/revisions`,
  revision: (id: string, revisionId: string, from?: string) =>
    `/projects/${id}/revisions/${revisionId}${from === undefined ? '' : `?from=${from}`}`,
  environments: (id: string) => `/projects/${id}/environments`,
  deployments: (id: string) => `/projects/${id}/deployments`,
  agents: (id: string) => `/projects/${id}/agents`,
  projectMessages: (id: string) => `/projects/${id}/messages`,
  metrics: (id: string) => `/projects/${id}/metrics`,
  projectSettings: (id: string) => `/projects/${id}/settings`,
  cycles: (id: string) => `/projects/${id}/cycles`,
  newCycle: (id: string, said?: string) =>
    `/projects/${id}/cycles/new${said === undefined ? '' : `?said=${encodeURIComponent(said)}`}`,
  deliverables: '/deliverables',
  projectDeliverables: (id: string) => `/projects/${id}/deliverables`,
  deliverable: (projectId: string, cycleId: string) => `/projects/${projectId}/cycles/${cycleId}/deliverable`,
  growth: '/growth',
  growthProject: (id: string) => `/growth/projects/${id}`,
  growthInbox: (id: string) => `/growth/projects/${id}/inbox`,
  growthThread: (id: string, leadId: string) => `/growth/projects/${id}/inbox/${leadId}`,
  growthLeads: (id: string) => `/growth/projects/${id}/leads`,
  growthPlays: (id: string) => `/growth/projects/${id}/plays`,
  growthPlay: (playId: string) => `/growth/plays/${playId}`,
  growthMails: (playId: string) => `/growth/plays/${playId}/mails`,
  growthPlayLeads: (playId: string) => `/growth/plays/${playId}/leads`,
  growthResults: (playId: string) => `/growth/plays/${playId}/results`,
  growthSettings: '/growth/settings',
  growthMailboxes: '/growth/settings?view=mailboxes',
  growthProviders: '/growth/settings?view=providers',
  suppressions: '/growth/settings?view=suppressions',
  clients: '/clients',
  affected: '/clients?view=affected',
  client: (id: string) => `/clients/${id}`,
  search: (q: string) => `/search?q=${encodeURIComponent(q)}`,
  settings: '/settings/workspace',
  settingsOf: (page: SettingsPage) => `/settings/${page}`,
  invoices: '/invoices',
  invoice: (id: string) => `/invoices/${id}`,
  newInvoice: '/invoices/new',
  billables: '/invoices/billables',
  newBillable: '/invoices/billables/new',
  billingIdentity: '/invoices/identity',
  aging: '/invoices?view=owed',
  revenue: '/invoices/revenue',
  payments: '/invoices/payments',
  cycle: (projectId: string, id: string) => `/projects/${projectId}/cycles/${id}`,
  review: (projectId: string, cycleId: string, taskId: string) =>
    `/projects/${projectId}/cycles/${cycleId}/tasks/${taskId}/review`,
}

/** The page that leads to a deployment, by the address of it. */
export const previewPath = (url: string): string => `/previews/${new URL(url).hostname.split('.')[0]!}`

/** This page with one parameter of its address changed. */
export const withParam = (query: URLSearchParams, name: string, value: string): { readonly search: string } => {
  const search = new URLSearchParams(query)
  if (value === '') search.delete(name)
  else search.set(name, value)
  return { search: search.toString() }
}

/** The page that a person wanted before sign-in; home if the text is not such a page. */
export const ownPath = (to: string | null): string => (to !== null && /^\/(?![/\\])/.test(to) ? to : paths.home)
