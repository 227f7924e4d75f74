import search from './operations/search.ts'

export default { search }
