import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from './vite/antd-styles.ts';
import { bothLanguages } from './vite/both-languages.ts';
import { chunks } from './vite/chunks.ts';
import { drawnSignIn } from './vite/drawn-sign-in.ts';
import { firstLook } from './vite/first-look.ts';
import { formContextAlone } from './vite/form-context.ts';
import { lightContracts } from './vite/light-contracts.ts';
import { paletteStyles } from './vite/palette-styles.ts';
import { precompress } from './vite/precompress.ts';
import { weightBudget } from './vite/weight-budget.ts';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';

const login = ['/src/main.tsx', '/src/sign-in.tsx', '/sign-in/locales/zh.json', '/sign-in/locales/en.json'];
const shell = [...login, '/src/console.tsx', '/shell/shell.tsx', '/antd/es/locale/zh_CN.js'];
const lists = [
  '/merchant/merchant-list-page.tsx',
  '/consumption/store-bill-page.tsx',
  '/lottery/store-lottery-page.tsx',
  '/bill/bill-page.tsx',
  '/employee/employee-list-page.tsx',
  '/employee/adjustment-page.tsx',
  '/user/user-list-page.tsx',
  '/rule/institution-list-page.tsx',
];

export default defineConfig({
  plugins: [
    react(),
    paletteStyles(),
    antdStyles(),
    bothLanguages(),
    lightContracts(),
    formContextAlone(),
    firstLook(),
    drawnSignIn(),
    weightBudget([
      { name: 'login page', modules: login, limitKb: 130 },
      ...lists.map((list) => ({ name: `login page and ${list}`, modules: [...shell, list], limitKb: 380 })),
    ]),
    precompress(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    modulePreload: {
      // Asked for in the same moment anyway: its name in the list of what comes along would only make the first file larger. Where there is
      // a style sheet to wait for, it comes while that does.
      resolveDependencies: (file, along) =>
        along.some((name) => name.endsWith('.css')) ? along : along.filter((name) => name !== file),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
  server: { proxy: { '/xyxlx': { target: api, ws: true } } },
});
