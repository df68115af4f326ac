/** What the embedding console hands over, on the bus as `session`, again after every change. */
export interface HostSession {
  token: string;
  language: 'zh' | 'en';
  theme: 'light' | 'dark';
}

interface Bus {
  $on(event: string, listener: (value: HostSession) => void): void;
  $off(event: string, listener: (value: HostSession) => void): void;
  $emit(event: string, value?: unknown): void;
}

declare global {
  interface Window {
    /** Put there by the frame loader; missing when the page is opened by itself. */
    $wujie?: { bus: Bus };
  }
}

/** The way to whoever embeds this page: its session now and later, and a new token when one has expired. */
export interface Host {
  subscribe(listener: (session: HostSession) => void): () => void;
  /** Asks for a new token in place of an expired one; it arrives as another session. */
  reportExpired(token: string): void;
}

/** The console around this page, or, when the page stands alone, what the console left in this browser. */
export function findHost(window: Window): Host {
  const bus = window.$wujie?.bus;
  return bus ? embedded(bus) : alone(window);
}

function embedded(bus: Bus): Host {
  return {
    subscribe: (listener) => {
      bus.$on('session', listener);
      bus.$emit('ready', { code: 'board' });
      return () => bus.$off('session', listener);
    },
    reportExpired: (token) => bus.$emit('token-expired', { token }),
  };
}

function alone(window: Window): Host {
  return {
    subscribe: (listener) => {
      const read = () => {
        const token = window.localStorage.getItem('token');
        if (token) listener({ token, language: 'zh', theme: 'light' });
        else window.location.replace('/login');
      };
      read();
      window.addEventListener('storage', read);
      return () => window.removeEventListener('storage', read);
    },
    // Nobody here can refresh; the console can, and it is where one signs in.
    reportExpired: () => window.location.replace('/layout'),
  };
}
