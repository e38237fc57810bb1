// A connection by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which is JSON over a WebSocket.

interface Message {
  type: 'event' | 'success' | 'error';
  id: number;
  method: string;
  params: unknown;
  result: unknown;
  error: string;
  message: string;
}

interface Command {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Bidi {
  readonly #socket: WebSocket;
  readonly #commands = new Map<number, Command>();
  #sent = 0;

  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.type === 'event') onEvent(message.method, message.params);
      else this.#settle(message);
    });
    socket.addEventListener('close', () => {
      for (const { reject, method } of this.#commands.values()) reject(new Error(`${method}: disconnected`));
    });
  }

  static async open(url: string, onEvent: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
    });
    return new Bidi(socket, onEvent);
  }

  send(method: string, params: object): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    return new Promise((resolve, reject) => {
      this.#commands.set(id, { method, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #settle({ type, id, result, error, message }: Message): void {
    const command = this.#commands.get(id);
    this.#commands.delete(id);
    if (type === 'success') command?.resolve(result);
    else command?.reject(new Error(`${command.method}: ${error}: ${message}`));
  }
}
