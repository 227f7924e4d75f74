import { writePage } from './page.ts'

await writePage()
