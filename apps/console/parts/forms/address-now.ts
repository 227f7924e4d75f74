/** The query of the address at the time of a press: a long list may not be drawn yet for the press before it. */
export const addressNow = () => new URLSearchParams(location.search)
