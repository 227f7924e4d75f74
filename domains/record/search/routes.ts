import search, { type SearchParts } from './operations/search.ts'

export default (parts: SearchParts) => ({ search: search(parts) })
