/// <reference types="vite/client" />

declare module '@artifacts/*?raw' {
  const text: string;
  export default text;
}

declare module '@artifacts/*?url' {
  const url: string;
  export default url;
}
