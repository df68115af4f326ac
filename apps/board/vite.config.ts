import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The sub-application lives below the console's own address, which the registry of sub-applications names. */
export default defineConfig({ base: '/sub/board/', plugins: [react()] });
