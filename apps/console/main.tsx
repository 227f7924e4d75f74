import { startConsole } from './start-console.tsx'
import { router } from './routes.tsx'

startConsole(router)
