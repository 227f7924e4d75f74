/** Where the pages of a portal are, below /console. */
export const portalPaths = {
  choose: '/portal',
  home: (slug: string) => `/portal/${slug}`,
  signIn: (slug: string, to?: string) =>
    `/portal/${slug}/sign-in${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
  delivered: (slug: string) => `/portal/${slug}/delivered`,
  deliverable: (slug: string, cycleId: string) => `/portal/${slug}/delivered/${cycleId}`,
  question: (slug: string, id: string) => `/portal/${slug}/questions/${id}`,
  account: (slug: string) => `/portal/${slug}/account`,
  invoices: (slug: string) => `/portal/${slug}/invoices`,
  invoice: (slug: string, id: string) => `/portal/${slug}/invoices/${id}`,
  documents: (slug: string) => `/portal/${slug}/documents`,
  projects: (slug: string) => `/portal/${slug}/projects`,
  project: (slug: string, id: string) => `/portal/${slug}/projects/${id}`,
}

/** The page of this portal that a person wanted before sign-in; its home if the text is not such a page. */
export const ownPortalPath = (slug: string, to: string | null): string => {
  const home = portalPaths.home(slug)
  const base = 'http://portal.invalid'
  if (to === null || !URL.canParse(to, base)) return home
  const { pathname, search } = new URL(to, base)
  return pathname.startsWith(`${home}/`) && !pathname.startsWith(`${home}/sign-in`) ? pathname + search : home
}
