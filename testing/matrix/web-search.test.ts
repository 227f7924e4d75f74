import webSearch from '../../domains/agents/web-search/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(webSearch)
