import type { TracePoint } from '@xyxlx/contracts/verification-code';
import { maxTracePoints, sliderSize } from '@xyxlx/contracts/wire';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './slider-track.module.css';

export type SliderStatus = 'waiting' | 'ready' | 'checking' | 'passed' | 'refused';

interface SliderTrackProps {
  status: SliderStatus;
  /** The words in the track. */
  text: string;
  /** What a screen reader calls the handle. */
  label: string;
  /** The handle reached the right end and was let go. */
  onArrive(trace: TracePoint[]): void;
}

const travel = sliderSize.width - sliderSize.height;
const keyStep = 20;
const arrivedWithin = 2;

/**
 * A 360 × 40 track with a handle to drag from one end to the other, by pointer, finger or arrow keys. Where there is less
 * room it is drawn narrower; places on it are told as those of the 360 all the same.
 */
export function SliderTrack({ status, text, label, onArrive }: SliderTrackProps) {
  const [x, setX] = useState(0);
  const [dragging, setDragging] = useState(false);
  const trace = useRef<TracePoint[]>([]);
  const origin = useRef({ x: 0, y: 0, time: 0, scale: 1 });
  const usable = status === 'ready' || status === 'refused';

  useEffect(() => {
    if (status === 'ready' || status === 'refused') setX(0);
    if (status === 'passed') setX(travel);
  }, [status]);

  function begin(clientX: number, clientY: number, drawnTravel: number): void {
    origin.current = { x: clientX, y: clientY, time: performance.now(), scale: travel / drawnTravel };
    trace.current = [{ t: 0, x: 0, y: 0 }];
  }

  function record(nextX: number, y: number): void {
    const t = Math.round(performance.now() - origin.current.time);
    // Of a long drag every second moment is enough.
    if (trace.current.length === maxTracePoints) trace.current = trace.current.filter((_, n) => n % 2 === 0);
    trace.current.push({ t, x: Math.round(nextX), y: Math.round(y) });
    setX(nextX);
  }

  function press(event: PointerEvent<HTMLButtonElement>): void {
    if (!usable || event.button !== 0) return;
    const { currentTarget: handle, clientX, clientY, pointerId } = event;
    handle.setPointerCapture(pointerId);
    begin(clientX, clientY, (handle.parentElement?.clientWidth ?? sliderSize.width) - handle.offsetWidth);
    setX(0);
    setDragging(true);
  }

  function move(event: PointerEvent<HTMLButtonElement>): void {
    if (dragging) record(placeOf(event), event.clientY - origin.current.y);
  }

  function placeOf({ clientX }: PointerEvent): number {
    return clamp((clientX - origin.current.x) * origin.current.scale);
  }

  function release(event: PointerEvent<HTMLButtonElement>): void {
    if (!dragging) return;
    setDragging(false);
    const end = placeOf(event);
    record(end, event.clientY - origin.current.y);
    if (end >= travel - arrivedWithin) onArrive(trace.current);
    else setX(0);
  }

  function type(event: KeyboardEvent<HTMLButtonElement>): void {
    const step = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0;
    if (step === 0 || !usable || dragging) return;
    event.preventDefault();
    if (x === 0) begin(0, 0, travel);
    const next = clamp(x + step);
    record(next, 0);
    if (next === travel) onArrive(trace.current);
  }

  const left = `calc((100% - ${sliderSize.height}px) * ${x / travel})`;
  return (
    <div className={`${styles.track} ${styles[status]} ${dragging ? styles.dragging : ''}`}>
      <div className={styles.fill} style={{ width: `calc(${left} + ${sliderSize.height / 2}px)` }} />
      <span className={styles.text} aria-live="polite">
        {text}
      </span>
      <button
        type="button"
        role="slider"
        className={styles.handle}
        style={{ left }}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={travel}
        aria-valuenow={Math.round(x)}
        aria-valuetext={text}
        aria-disabled={!usable}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={type}
      >
        <span aria-hidden="true">{status === 'passed' ? '✓' : '»'}</span>
      </button>
    </div>
  );
}

function clamp(x: number): number {
  return Math.min(travel, Math.max(0, x));
}
