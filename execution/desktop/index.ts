export { desktopBinds, desktopProgram, startDesktop, startViewer, type Viewer } from './desktop.ts'
export { findDesktopPrograms, type DesktopPrograms } from './programs.ts'
export { serveWebDesktop, type DesktopLogin } from './web-desktop.ts'
