import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './vite/chunks.ts';
import { lightContracts } from './vite/light-contracts.ts';
import { precompress } from './vite/precompress.ts';
import { weightBudget } from './vite/weight-budget.ts';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';

const login = [
  '/src/main.tsx',
  '/sign-in/login-page.tsx',
  '/sign-in/locales/zh.json',
  '/sign-in/locales/en.json',
];
const table = [...login, '/shell/shell.tsx', '/merchant/merchant-list-page.tsx', '/antd/es/locale/zh_CN.js'];

export default defineConfig({
  plugins: [
    react(),
    lightContracts(),
    weightBudget([
      { name: 'login page', modules: login, limitKb: 200 },
      { name: 'login page and table page', modules: table, limitKb: 280 },
    ]),
    precompress(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
  server: { proxy: { '/xyxlx': { target: api, ws: true } } },
});
