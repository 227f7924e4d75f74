// The part of noVNC that the console uses; it comes without types.
declare module '@novnc/novnc' {
  interface Events {
    connect: CustomEvent<object>
    disconnect: CustomEvent<{ readonly clean: boolean }>
  }

  export default class RFB {
    constructor(target: HTMLElement, channel: WebSocket)
    viewOnly: boolean
    scaleViewport: boolean
    background: string
    focus(): void
    disconnect(): void
    addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  }
}
